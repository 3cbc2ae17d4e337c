import type { listDisputes } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import type { Badge } from '../../components/index.ts';

export type DisputeRow = OutputOf<typeof listDisputes>['disputes'][number];

interface Look {
  label: string;
  tone?: NonNullable<Parameters<typeof Badge>[0]['tone']>;
}

const outcomes: Record<NonNullable<DisputeRow['outcome']>, Look> = {
  confirmed: { label: 'Confirmed' },
  corrected: { label: 'Corrected', tone: 'ok' },
  blocked: { label: 'Blocked', tone: 'ok' },
  declined: { label: 'Declined' },
  rescinded: { label: 'Block rescinded' },
  withdrawn: { label: 'Withdrawn' },
};

export const kindWords: Record<DisputeRow['kind'], string> = {
  error: 'Dispute',
  'identity-theft': 'Identity theft',
};

/** The badge for a case's state. */
export function disputeLook({ kind, state, outcome }: Pick<DisputeRow, 'kind' | 'state' | 'outcome'>): Look {
  if (outcome) return outcomes[outcome];
  if (state === 'blocked') return { label: 'Blocked, with the agency', tone: 'info' };
  if (state === 'lifting') return { label: 'Rescinded, with the agency', tone: 'info' };
  if (kind === 'identity-theft') return { label: 'To be decided', tone: 'warn' };
  return state === 'forwarded'
    ? { label: 'With the agency', tone: 'info' }
    : { label: 'Not yet with the agency', tone: 'warn' };
}
