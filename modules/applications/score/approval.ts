import { z } from 'zod';
import {
  anyone,
  column,
  HOUR,
  hashToken,
  newToken,
  operation,
  type StatementRow,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { applicationColumns, applicationShape, applicationSource } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { approvalProofForm } from '../forms.ts';
import { applicationsTimings } from '../limits.ts';
import { hasProof, proveByLink, takesProofs } from '../linking/proof.ts';
import { Refusal } from '../refusals.ts';

/** Approval links: the code finds the page; the reader must prove who they are before it opens (D45). */

/**
 * Our own codes, or those in the form of the documents: prefix, pipe, 16 digits. `-1` means that nothing is left to
 * decide (doc2 §4.5).
 */
export const approvalCode = z
  .string()
  .max(80)
  .regex(/^(?:[\w-]{22,64}|[A-Za-z0-9]{1,16}\|\d{16}|-1)$/);

function hashOf(code: string): string {
  return hashToken(code).toString('hex');
}

/** A new code for a score that is waiting: 128 bits, of which only the hash is stored. */
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

/** After the decision: its codes no longer lead anywhere (D45). */
export async function consumeCodes(
  work: Pick<Work<unknown>, 'db' | 'now'>,
  scoreChangeId: string,
): Promise<void> {
  await work.db
    .updateTable('approval_code')
    .set({ used_at: work.now })
    .where('score_change_id', '=', scoreChangeId)
    .execute();
}

const resolvedShape = {
  ...applicationShape,
  code_hash: column.text,
  /** The score that the code was minted for. */
  score_change_id: column.uuid,
  /** The person has decided, which used up the code. */
  code_used: column.boolean,
};

/** What an approval code stands for: the application whose score waits. */
export type ResolvedCode = StatementRow<typeof resolvedShape>;

const applicationOfCode = statement({
  name: 'applications.resolve-approval-code',
  row: resolvedShape,
  sql: (codeHash: string, now: Date) => sql`
    select ${applicationColumns}, code.code_hash, code.score_change_id, code.used_at is not null as code_used
    from ${applicationSource}
    join score_change change on change.application_id = application.id
    join approval_code code on code.score_change_id = change.id
    join account on account.id = application.account_id and account.active
    where code.code_hash = ${codeHash} and code.expires_at > ${now}
      and ${takesProofs('approval-link', sql`code.code_hash`)} and not exists (
      select from score_change newer
      where newer.application_id = change.application_id and newer.created_at > change.created_at)`,
});

/**
 * @throws Refusal not-found for an unknown or expired code, for one of a score that gave way to a newer one, for one that
 * had too many wrong proofs (D127), and for one of a closed account, which cannot sign in either
 */
export async function resolveCode(work: Pick<Work, 'row' | 'now'>, code: string): Promise<ResolvedCode> {
  const found = await work.row(applicationOfCode(hashOf(code), work.now));
  if (!found) throw new Refusal('not-found', { detail: 'approval code' });
  return found;
}

/** Why an approval link leads nowhere. `locked`: it had too many wrong proofs (D127). */
const linkEnds = ['expired', 'replaced', 'locked', 'unknown'] as const;

const endOfCode = statement({
  name: 'applications.end-of-approval-code',
  row: { expired: column.boolean, locked: column.boolean },
  sql: (codeHash: string, now: Date) => sql`
    select code.expires_at <= ${now} as expired, not ${takesProofs('approval-link', sql`code.code_hash`)} as locked
    from approval_code code where code.code_hash = ${codeHash}`,
});

/** For the page of a link that leads nowhere. It tells nothing about the person, only what became of the link. */
export const getApprovalEnd = operation({
  name: 'applications.get-approval-end',
  summary: 'Why an approval link leads nowhere.',
  access: anyone,
  kind: 'read',
  input: z.object({ approvalcode: approvalCode }),
  output: z.object({ how: z.enum(linkEnds) }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { approvalcode }): Promise<{ how: (typeof linkEnds)[number] }> {
    const found = await work.row(endOfCode(hashOf(approvalcode), work.now));
    if (!found) return { how: 'unknown' };
    if (found.locked) return { how: 'locked' };
    return { how: found.expired ? 'expired' : 'replaced' };
  },
});

/**
 * How often one network address may try codes of approval links. Each operation that takes a code has its own count.
 */
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
 * Tries are limited for one code, in an hour and in its life, for one person over all of their links, and for one address
 * over all people.
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
  async run(work, { approvalcode, ...given }) {
    await proveByLink(
      work,
      'approval-link',
      given,
      () => resolveCode(work, approvalcode),
      (inside, code) =>
        inside.audit({
          action: applicationsAudit.approvalProven,
          about: code.account_id,
          object: { type: 'application', id: code.id },
        }),
    );
    return { proven: true };
  },
});
