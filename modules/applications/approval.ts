import { z } from 'zod';
import { getPerson, maskedSsn } from '#modules/identity/index.ts';
import {
  anyone,
  type Caller,
  column,
  HOUR,
  hashToken,
  MINUTE,
  newToken,
  operation,
  type StatementRow,
  sameSecret,
  sql,
  statement,
  throttleSource,
  type Work,
} from '#modules/platform/index.ts';
import { applicationColumns, applicationShape, applicationSource } from './applications.ts';
import { applicationsAudit } from './audit.ts';
import { approvalProofForm } from './forms.ts';
import { applicationsTimings } from './limits.ts';
import { Refusal } from './refusals.ts';

/** Approval links: the code finds the page; the reader must prove who they are before it opens (D45). */

const COOKIE = 'approval';
const PURPOSE = 'approval-proof';
const PROOF_LASTS = 30 * MINUTE;

/**
 * Our own codes, or the documents' form: prefix, pipe, 16 digits. `-1` means that nothing is left to decide (doc2
 * §4.5).
 */
export const approvalCode = z
  .string()
  .max(80)
  .regex(/^(?:[\w-]{22,64}|[A-Za-z0-9]{1,16}\|\d{16}|-1)$/);

function hashOf(code: string): string {
  return hashToken(code).toString('hex');
}

/** A new code for a score that waits: 128 bits, of which only the hash is stored. */
export async function mintApprovalCode(work: Work<unknown>, scoreChangeId: string): Promise<string> {
  const code = newToken(16);
  await work.db
    .insertInto('approval_code')
    .values({
      code_hash: hashOf(code),
      score_change_id: scoreChangeId,
      created_at: work.now,
      expires_at: new Date(work.now.getTime() + applicationsTimings['approval.code-life']),
    })
    .execute();
  return code;
}

/** The decision is made: its codes lead nowhere any more (D45). */
export async function consumeCodes(
  work: Pick<Work<unknown>, 'db' | 'now'>,
  scoreChangeId: string,
): Promise<void> {
  await work.db
    .updateTable('approval_code')
    .set({ used_at: work.now })
    .where('score_change_id', '=', scoreChangeId)
    .where('used_at', 'is', null)
    .execute();
}

const resolvedShape = {
  ...applicationShape,
  code_hash: column.text,
  /** The person has decided, which uses up the code. */
  code_used: column.boolean,
};

/** What an approval code stands for: the application whose score waits. */
export type ResolvedCode = StatementRow<typeof resolvedShape>;

const applicationOfCode = statement({
  name: 'applications.resolve-approval-code',
  row: resolvedShape,
  sql: (codeHash: string, now: Date) => sql`
    select ${applicationColumns}, code.code_hash, code.used_at is not null as code_used
    from ${applicationSource}
    join score_change change on change.application_id = application.id
    join approval_code code on code.score_change_id = change.id
    join account on account.id = application.account_id and account.active
    where code.code_hash = ${codeHash} and code.expires_at > ${now}`,
});

/**
 * @throws Refusal not-found for an unknown or expired code, and for one of a closed account, which cannot sign in
 * either
 */
export async function resolveCode(work: Pick<Work, 'row' | 'now'>, code: string): Promise<ResolvedCode> {
  const found = await work.row(applicationOfCode(hashOf(code), work.now));
  if (!found) throw new Refusal('not-found', { detail: 'approval code' });
  return found;
}

type Reading = Pick<Work<Caller | null>, 'caller' | 'visit' | 'now' | 'portal'>;

/** Whether it is the person's own complete session, not an admin session (D16). */
export function isComplete(caller: Caller | null): caller is Caller {
  if (!caller || caller.adminAccountId) return false;
  return caller.twoStepDone && caller.termsAccepted && caller.emailVerified;
}

/** The hash of the code that this browser has given the proof for; a proof is valid for half an hour. */
export function provenCode(work: Reading): string | null {
  const cookie = work.visit.cookies.get(COOKIE);
  return cookie ? work.portal.keys.unsign(PURPOSE, cookie, work.now) : null;
}

/** Whether the reader is identified: signed in as the person, or by proof for this code. */
export function hasProof(work: Reading, code: ResolvedCode): boolean {
  if (isComplete(work.caller) && work.caller.accountId === code.account_id) return true;
  return sameSecret(provenCode(work) ?? '', code.code_hash);
}

/** How often one network address may try codes of approval links, with each operation that takes one. */
export const codeThrottle = { by: 'address', limit: 60, per: HOUR } as const;

export const scoreApproval = operation({
  name: 'applications.score-approval',
  summary: 'What an approval link is for, and whether its reader must first prove who they are.',
  access: anyone,
  kind: 'read',
  input: z.object({ approvalcode: approvalCode }),
  output: z.object({
    application: z
      .object({
        applicationid: z.uuid(),
        packageid: z.uuid(),
        /** `-1` once the decision is made. */
        pendingapprovalcode: z.string(),
        composite_status_code: z.string(),
      })
      .nullable(),
    pendingapprovalcode: z.string(),
    proof_needed: z.boolean(),
  }),
  throttle: codeThrottle,
  async run(work, { approvalcode }) {
    if (approvalcode === '-1') return { application: null, pendingapprovalcode: '-1', proof_needed: false };
    const code = await resolveCode(work, approvalcode);
    const pendingapprovalcode = code.code_used ? '-1' : approvalcode;
    return {
      application: {
        applicationid: code.id,
        packageid: code.package_id,
        pendingapprovalcode,
        composite_status_code: code.status,
      },
      pendingapprovalcode,
      proof_needed: !hasProof(work, code),
    };
  },
});

/**
 * Tries are limited for one code, and for one address over all codes. Staged: counting needs a connection of its own,
 * for which a transaction must not wait.
 */
export const proveApproval = operation({
  name: 'applications.prove-approval',
  summary:
    'Proves the identity of the reader of an approval link, by date of birth and the last four digits of the SSN.',
  access: anyone,
  kind: 'staged',
  input: approvalProofForm.schema.extend({ approvalcode: approvalCode }),
  output: z.object({ proven: z.boolean() }),
  throttle: { key: (_visit, input) => hashOf(input.approvalcode), limit: 5, per: HOUR },
  async run(work, { approvalcode, dateofbirth, ssnlast4 }) {
    await hitAddress(work);
    const code = await resolveCode(work, approvalcode);
    const person = await getPerson(work, code.account_id);
    const masked = await maskedSsn(work, code.account_id);
    const birth = sameSecret(person.dateofbirth ?? '', dateofbirth);
    const four = sameSecret(masked?.slice(-4) ?? '', ssnlast4);
    if (!birth || !four) throw new Refusal('applications.proof-mismatch');
    await work.apart(async (inside) => {
      await inside.audit({
        action: applicationsAudit.approvalProven,
        about: code.account_id,
        object: { type: 'application', id: code.id },
      });
      const expiresAt = new Date(inside.now.getTime() + PROOF_LASTS);
      const proof = inside.portal.keys.sign(PURPOSE, code.code_hash, expiresAt);
      inside.afterCommit(() => inside.visit.cookies.set(COOKIE, proof, { maxAge: PROOF_LASTS }));
    });
    return { proven: true };
  },
});

async function hitAddress(work: Work<unknown>): Promise<void> {
  const source = throttleSource(work.visit.address);
  const hit = await work.portal.throttles.hit(`applications.prove-approval:address:${source}`, {
    limit: 20,
    per: HOUR,
  });
  if (!hit.allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(hit.retryAfter / 1000) });
}
