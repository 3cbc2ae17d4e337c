import { z } from 'zod';
import type { Caller, Work } from '#modules/platform/index.ts';
import { wrongDecisionNote } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { approveVerification, lockVerification, moveVerification } from './deciding.ts';
import { openTexts, sealText } from './sealing.ts';

/** Staff decide on a verification that waits for them (doc3 §4, D74). */

export interface StaffDecision {
  accountId: string;
  workflowRunId: string;
  approve: boolean;
  note: string;
  /** yyyy-MM-dd; needed to approve if it could not be read from the document. */
  expiration: string | null;
  /** yyyy-MM-dd; needed to approve if it could not be read from the document. */
  dateofbirth: string | null;
}

const EARLIEST = '1900-01-01';

/**
 * @throws Refusal not-found for somebody else's run, applications.verification-decided for one that does not wait for
 * staff, invalid-input for a note or a date that D74 does not allow
 */
export async function decideVerification(work: Work<Caller>, decision: StaffDecision): Promise<void> {
  const found = await work.db
    .selectFrom('id_verification')
    .select('id')
    .where('workflow_run_id', '=', decision.workflowRunId)
    .where('account_id', '=', decision.accountId)
    .executeTakeFirst();
  const verification = found && (await lockVerification(work, found.id));
  if (!verification) throw new Refusal('not-found', { detail: 'verification' });
  if (verification.status !== 'review') throw new Refusal('applications.verification-decided');
  requireNote(decision);
  verification.decidedBy = work.caller.accountId;
  verification.noteSealed = await sealText(work, verification, 'note', decision.note);
  if (!decision.approve) {
    await moveVerification(work, verification, 'rejected');
    return;
  }
  const row = {
    id: verification.id,
    account_id: verification.accountId,
    result_sealed: verification.resultSealed ?? null,
    note_sealed: null,
  };
  const result = (await openTexts(work, [row])).get(row.id)?.result ?? null;
  const today = work.now.toISOString().slice(0, 10);
  const expiration = requireDate(
    'manual_verification_expiration',
    'Enter an expiration date in the future',
    decision.expiration ?? result?.front?.expire_date ?? result?.back?.expire_date ?? null,
    (date) => date > today,
  );
  const born = requireDate(
    'manual_verification_dob',
    'Enter a date of birth in the past',
    decision.dateofbirth ?? result?.front?.date_of_birth ?? result?.back?.date_of_birth ?? null,
    (date) => date < today,
  );
  if (result) {
    const manual = { expiration: decision.expiration && expiration, dob: decision.dateofbirth && born };
    verification.resultSealed = await sealText(
      work,
      verification,
      'result',
      JSON.stringify({ ...result, manual }),
    );
  }
  await approveVerification(work, verification, expiration, result);
}

function requireNote({ approve, note }: StaffDecision): void {
  const problem = wrongDecisionNote(approve, note);
  if (problem) throw wrong('approval_note', problem);
}

function requireDate(
  field: string,
  message: string,
  date: string | null,
  holds: (date: string) => boolean,
): string {
  if (date && z.iso.date().safeParse(date).success && date > EARLIEST && holds(date)) return date;
  throw wrong(field, message);
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('invalid-input', { field, message, issues: { [field]: [message] } });
}
