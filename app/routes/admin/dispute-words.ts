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
  withdrawn: { label: 'Withdrawn' },
};

/** The badge for a dispute's state. */
export function disputeLook({ state, outcome }: Pick<DisputeRow, 'state' | 'outcome'>): Look {
  if (outcome) return outcomes[outcome];
  return state === 'forwarded'
    ? { label: 'With the agency', tone: 'info' }
    : { label: 'Not yet with the agency', tone: 'warn' };
}
