import { z } from 'zod';
import { CraFailed } from '#modules/applications/index.ts';
import { getSetting, type Portal, setSetting, setting } from '#modules/platform/index.ts';

/** How many of the next calls of the sandbox agency fail. */
export const sandboxCraFaults = setting({
  key: 'sandbox.cra-faults',
  schema: z.int().min(0).max(1000),
  initial: 0,
});

/** @throws CraFailed as often as it was asked for */
export async function failIfAsked({ db, clock }: Pick<Portal, 'db' | 'clock'>): Promise<void> {
  const left = await getSetting(db, sandboxCraFaults);
  if (left === 0) return;
  await setSetting(db, sandboxCraFaults, left - 1, clock.now());
  throw new CraFailed('the sandbox was asked to fail');
}
