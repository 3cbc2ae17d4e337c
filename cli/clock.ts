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
import { parseDuration } from './duration.ts';
import type { Command, Terminal } from './terminal.ts';

export const show: Command<{ json?: boolean }> = (terminal, { json }) =>
  withPortal(terminal, async (portal) => {
    const now = portal.clock.now();
    const ahead = now.getTime() - Date.now();
    if (json) terminal.out(JSON.stringify({ now, aheadMs: Math.round(ahead) }));
    else terminal.out(`${now.toISOString()} (${aheadOf(ahead)})`);
    return exitCodes.ok;
  });

/** Moves the clock of every process on the database forward, then runs the jobs that are due. Development only (D7). */
export const advance: Command<{ by: string }> = async (terminal, { by }) => {
  const ms = parseDuration(by);
  if (ms === null) {
    terminal.err(`${by}: expected a time like 45d, 12h, 30m or 1d12h.`);
    return exitCodes.usage;
  }
  return withPortal(terminal, async (portal) => {
    if (!(portal.clock instanceof DevelopmentClock)) {
      terminal.err('The clock moves in development only.');
      return exitCodes.config;
    }
    await portal.clock.advance(ms);
    await sweep(terminal, portal);
    terminal.out(portal.clock.now().toISOString());
    return exitCodes.ok;
  });
};

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
