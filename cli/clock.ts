import { z } from 'zod';
import { schedules } from '#jobs/index.ts';
import {
  DAY,
  DevelopmentClock,
  exitCodes,
  HOUR,
  MINUTE,
  type Portal,
  runSchedule,
} from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { showing } from './showing.ts';
import type { Command, Terminal } from './terminal.ts';

export const show = showing()(
  z.object({ now: z.date(), aheadMs: z.int() }),
  async ({ clock }) => ({ now: clock.now(), aheadMs: Math.round(clock.now().getTime() - Date.now()) }),
  (terminal, { now, aheadMs }) => terminal.out(`${now.toISOString()} (${aheadOf(aheadMs)})`),
);

/** Moves the clock of every process on the database forward, then runs the jobs that are due. Development only (D7). */
export const advance: Command<{ time: number }> = (terminal, { time }) =>
  withPortal(terminal, async (portal) => {
    if (!(portal.clock instanceof DevelopmentClock)) {
      terminal.err('The clock moves in development only.');
      return exitCodes.config;
    }
    await portal.clock.advance(time);
    await sweep(terminal, portal);
    terminal.out(portal.clock.now().toISOString());
    return exitCodes.ok;
  });

async function sweep(terminal: Terminal, portal: Portal): Promise<void> {
  for (const schedule of schedules) {
    await runSchedule(portal, schedule, portal.log);
    terminal.err(`ran ${schedule.name}`);
  }
}

function aheadOf(ahead: number): string {
  if (ahead < MINUTE) return 'the real time';
  const days = Math.floor(ahead / DAY);
  const hours = Math.floor((ahead % DAY) / HOUR);
  return `${days} d ${hours} h ahead of the real time`;
}
