import { z } from 'zod';
import { getSetting, setSetting, setting, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { networkLimits } from '../limits.ts';

/** How many people somebody without an enterprise profile finds for free in 30 days (D52). */
const freePeople = setting({
  key: 'network.free-people',
  schema: z.int().min(1).max(1000),
  initial: networkLimits['search.free-people'],
});

export const readFreePeople = ({ db }: Pick<Work, 'db'>): Promise<number> => getSetting(db, freePeople);

/** Counts from the next search on, also for people who have searched. The caller holds the lock of the settings. */
export async function saveFreePeople(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  people: number,
): Promise<void> {
  const before = await readFreePeople(work);
  if (before === people) return;
  await setSetting(work.db, freePeople, people, work.now);
  await work.audit({ action: networkAudit.freePeopleChanged, detail: { before, after: people } });
}
