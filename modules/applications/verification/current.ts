import { writeFacts } from '#modules/identity/index.ts';
import { column, sql, statement, type Work } from '#modules/platform/index.ts';
import { stateOf, type VerificationState, verificationStatuses } from './statuses.ts';

/** Which verification counts for a person, and how far the person is. */

const verificationShape = {
  id: column.uuid,
  application_id: column.uuid,
  status: column.oneOf(verificationStatuses),
  started_at: column.instant,
  decided_at: column.instant.nullable(),
  hosted_url: column.text.nullable(),
};

const newestOf = statement({
  name: 'applications.newest-verification',
  prepared: true,
  row: verificationShape,
  sql: (accountId: string) => sql`
    select id, application_id, status, started_at, decided_at, hosted_url from id_verification
    where account_id = ${accountId} order by started_at desc, id desc limit 1`,
});

/** The approved one that counts; after the ID has expired, it proves nothing. */
const currentOf = statement({
  name: 'applications.current-verification',
  prepared: true,
  row: verificationShape,
  sql: (accountId: string, now: Date) => sql`
    select id, application_id, status, started_at, decided_at, hosted_url from id_verification
    where account_id = ${accountId} and active_verification
      and verified_until >= (${now}::timestamptz at time zone 'UTC')::date`,
});

/** When the verification was approved that counts, or that counted until the ID expired. */
const approvedAt = statement({
  name: 'applications.verification-approved-at',
  row: { at: column.instant.nullable() },
  sql: (accountId: string) => sql`
    select max(coalesce(decided_at, status_at)) as at from id_verification
    where account_id = ${accountId} and active_verification`,
});

export interface Standing {
  state: VerificationState;
  /** The access with which the person takes the images, encrypted; null unless a run waits for them. */
  hostedUrl: string | null;
  verificationId: string | null;
  decidedAt: Date | null;
}

/** How far a person is with the verification that an application asks for. */
export async function readStanding(
  work: Pick<Work, 'row' | 'now'>,
  application: { id: string; account_id: string; status: string; status_at: Date },
): Promise<Standing> {
  const newest = (await work.row(newestOf(application.account_id))) ?? null;
  const current = (await work.row(currentOf(application.account_id, work.now))) ?? null;
  const returnedAt = application.status === 'clearidaction' ? application.status_at : null;
  const state = stateOf(application.id, newest, current, returnedAt);
  const shown = state === 'approved' || state === 'existing_verification' ? current : newest;
  return {
    state,
    hostedUrl: state === 'start_verification' ? (newest?.hosted_url ?? null) : null,
    verificationId: shown?.id ?? null,
    decidedAt: shown?.decided_at ?? null,
  };
}

export async function isVerified(work: Pick<Work, 'row' | 'now'>, accountId: string): Promise<boolean> {
  return (await work.row(currentOf(accountId, work.now))) !== undefined;
}

/** Updates the facts that a session answers about the person. */
export async function noteVerified(work: Pick<Work, 'db' | 'row' | 'now'>, accountId: string): Promise<void> {
  const approved = await work.row(approvedAt(accountId));
  await writeFacts(work, accountId, {
    has_current_verification: await isVerified(work, accountId),
    verified_at: approved?.at ?? null,
  });
}
