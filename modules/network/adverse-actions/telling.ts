import type { Work } from '#modules/platform/index.ts';
import { sendAdverseNotice } from '../jobs.ts';
import type { ActionRow } from './actions.ts';
import { writeEvidence } from './evidence.ts';
import type { EvidenceKind } from './states.ts';

/** What the person is told after the first notice: by mail, or by staff on paper where the first notice was. */
export async function tellPerson(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'rows' | 'enqueue'>,
  { id, round, paper_since }: Pick<ActionRow, 'id' | 'round' | 'paper_since'>,
  occasion: Occasion,
): Promise<void> {
  if (!paper_since) return work.enqueue(sendAdverseNotice, { actionId: id, round, occasion });
  await writeEvidence(work, id, outcomes[occasion].undelivered, { note: 'To be mailed on paper' });
}

/** How it is written down whether the person could be told. */
export const outcomes = {
  first: { delivered: 'delivered', undelivered: 'undelivered' },
  final: { delivered: 'final-delivered', undelivered: 'final-undelivered' },
  withdrawal: { delivered: 'withdrawal-delivered', undelivered: 'withdrawal-undelivered' },
} as const satisfies Record<Occasion, Record<'delivered' | 'undelivered', EvidenceKind>>;

export type Occasion = 'first' | 'final' | 'withdrawal';
