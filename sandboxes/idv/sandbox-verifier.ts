import { createHash } from 'node:crypto';
import {
  type IdVerifier,
  type RunAccess,
  type VerificationImages,
  type VerificationResult,
  type VerificationRun,
  type VerificationSubject,
  VerifierFailed,
} from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { newId, type Portal, sealedColumn } from '#modules/platform/index.ts';
import { type Outcome, outcomeOf } from './outcomes.ts';
import { back, front, selfieMotion } from './pictures.ts';
import { resultOf } from './results.ts';
import type { VerificationRunRow } from './run-row.ts';
import type { Subject } from './subject.ts';

const LINK_LIFE = 7 * DAY;

const subjectAt = sealedColumn({
  table: 'sandbox.verification_run',
  column: 'subject',
  name: 'sandbox.verification-run.subject',
});

/**
 * A provider of ID verification inside the portal, with its own tables, jobs and page, and signed callbacks over HTTP.
 */
export class SandboxVerifier implements IdVerifier {
  readonly sandbox = true;
  readonly #portal: Portal;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  async begin(
    subject: VerificationSubject,
    returnUrl: string,
  ): Promise<VerificationRun & { access: RunAccess }> {
    const { keys, clock, config } = this.#portal;
    const [id, applicantId, now] = [newId(), newId(), clock.now()];
    const kept: Subject = {
      firstname: subject.firstname,
      lastname: subject.lastname,
      dateofbirth: subject.dateofbirth,
      documentNumber: createHash('sha256').update(id).digest('hex').slice(0, 8).toUpperCase(),
      expires: new Date(now.getTime() + 4 * 365 * DAY).toISOString().slice(0, 10),
      returnUrl,
    };
    await this.#portal.work('sandbox-idv.begin', async (work) => {
      await work.db
        .insertInto('sandbox.verification_run')
        .values({
          id,
          applicant_id: applicantId,
          outcome: outcomeOf(subject.lastname),
          subject: keys.encrypt(JSON.stringify(kept), subjectAt(id)),
          created_at: now,
        })
        .execute();
    });
    return {
      applicantId,
      workflowRunId: id,
      access: {
        url: `${config.publicUrl}/dev/idv/${id}`,
        token: `sandbox.${id}`,
        expiresAt: new Date(now.getTime() + LINK_LIFE).toISOString(),
      },
    };
  }

  async read({ workflowRunId }: VerificationRun): Promise<VerificationResult> {
    const run = await this.#find(workflowRunId);
    return resultOf(run, this.readSubject(run));
  }

  async images({ workflowRunId }: VerificationRun): Promise<VerificationImages> {
    const run = await this.#find(workflowRunId);
    if (run.state === 'awaiting_input') return { front: null, back: null, selfiemotion: null };
    const [subject, blurred] = [this.readSubject(run), run.outcome === 'blurred'];
    return {
      front: { bytes: await front(subject, blurred), type: 'image/jpeg' },
      back: { bytes: await back(subject, blurred), type: 'image/jpeg' },
      selfiemotion: { bytes: await selfieMotion(), type: 'video/webm' },
    };
  }

  forget(applicantId: string): Promise<void> {
    return this.#portal.work('sandbox-idv.forget', async ({ db }) => {
      const runs = db
        .selectFrom('sandbox.verification_run')
        .select('id')
        .where('applicant_id', '=', applicantId);
      await db.deleteFrom('sandbox.verification_callback').where('run_id', 'in', runs).execute();
      await db.deleteFrom('sandbox.verification_run').where('applicant_id', '=', applicantId).execute();
    });
  }

  readSubject(run: Pick<VerificationRunRow, 'id' | 'subject'>): Subject {
    return JSON.parse(this.#portal.keys.decrypt(run.subject, subjectAt(run.id))) as Subject;
  }

  async #find(id: string): Promise<VerificationRunRow> {
    const run = await this.#portal.db
      .selectFrom('sandbox.verification_run')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!run) throw new VerifierFailed('no such run');
    return run;
  }
}

/** What the page shows before the images are taken; null if the run does not exist. */
export async function findRun(
  portal: Portal,
  id: string,
): Promise<{
  firstname: string;
  lastname: string;
  outcome: Outcome;
  open: boolean;
  returnUrl: string;
} | null> {
  const run = await portal.db
    .selectFrom('sandbox.verification_run')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!run) return null;
  const { firstname, lastname, returnUrl } = new SandboxVerifier(portal).readSubject(run);
  return { firstname, lastname, returnUrl, outcome: run.outcome, open: run.state === 'awaiting_input' };
}
