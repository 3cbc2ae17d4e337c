import type { listPrivacyRequests } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import type { Badge } from '../../components/index.ts';

export type PrivacyRequest = OutputOf<typeof listPrivacyRequests>['requests'][number];

export const requestKinds: Record<PrivacyRequest['kind'], string> = {
  limit: 'Limit the use of data',
  export: 'Copy of the data',
  deletion: 'Deletion of the account',
};

interface Look {
  label: string;
  tone?: NonNullable<Parameters<typeof Badge>[0]['tone']>;
}

const outcomes: Record<NonNullable<PrivacyRequest['outcome']>, Look> = {
  answered: { label: 'Answered, closed', tone: 'ok' },
  built: { label: 'Copy made', tone: 'ok' },
  recalled: { label: 'Canceled' },
  erased: { label: 'Erased', tone: 'ok' },
  dismissed: { label: 'Closed without an answer' },
};

/** What a due deletion waits for. */
export const waitsFor: Record<NonNullable<PrivacyRequest['waits_for']>, string> = {
  law: 'A legal hold to be lifted',
  chargeback: 'The bank’s decision about a payment',
  refund: 'A refund that isn’t finished',
  dispute: 'A dispute that is open',
  'adverse-action': 'The end of a company’s adverse action',
  check: 'A background check at the agency',
  company: 'A new owner for the person’s company',
  result: 'The person’s review of a result',
  application: 'The person to finish an application',
};

const states: Record<Exclude<PrivacyRequest['state'], 'closed'>, Look> = {
  open: { label: 'Open', tone: 'warn' },
  taken: { label: 'Assigned', tone: 'info' },
  answered: { label: 'Answered', tone: 'ok' },
};

/** The badge for a request’s state. */
export function requestLook({ state, outcome }: Pick<PrivacyRequest, 'state' | 'outcome'>): Look {
  if (state !== 'closed') return states[state];
  return outcome ? outcomes[outcome] : { label: 'Closed' };
}
