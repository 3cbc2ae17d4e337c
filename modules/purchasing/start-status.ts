import { listOpenApplications } from '#modules/applications/index.ts';
import type { Caller, Work } from '#modules/platform/index.ts';
import type { StartStatus } from './forms.ts';
import { Refusal } from './refusals.ts';
import { maySell, startStatus } from './rules.ts';

export interface CallerStart {
  status: StartStatus;
  /** The application to go on with; null when there is none, or more than one. */
  applicationId: string | null;
}

/** The start status of the caller now (D30). */
export async function readStartStatus(work: Work<Caller>): Promise<CallerStart> {
  const { accountId, facts } = work.caller;
  const applications = await listOpenApplications(work, accountId);
  const status = startStatus(
    {
      applications: applications.map((application) => application.status),
      expiration: facts.certification_number === null ? null : facts.certification_expiration,
    },
    work.now,
  );
  const only = applications.filter((application) => application.status !== 'monitorrequiresapproval');
  return { status, applicationId: only.length === 1 ? (only[0]?.id ?? null) : null };
}

/** @throws Refusal purchasing.not-now */
export async function requireMayBuy(work: Work<Caller>): Promise<StartStatus> {
  const { status } = await readStartStatus(work);
  if (!maySell(status)) throw new Refusal('purchasing.not-now', { detail: status });
  return status;
}
