import {
  DAY,
  emptyHandledHooks,
  type Portal,
  schedule,
  sweepInterruptions,
} from '#modules/platform/index.ts';

const HOOK_BODY_KEPT = 30 * DAY;

export const platformSchedules = [schedule({ name: 'platform.sweep', cron: '40 3 * * *', run: sweep })];

/** Forgets what no longer counts; safe to run at any time and twice. */
async function sweep(portal: Portal): Promise<void> {
  const now = portal.clock.now().getTime();
  await portal.throttles.sweep();
  await emptyHandledHooks(portal.db, new Date(now - HOOK_BODY_KEPT));
  await sweepInterruptions(portal.pool);
}
