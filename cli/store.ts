import { exitCodes } from '#modules/platform/index.ts';
import { readStore, saveStore } from '#modules/purchasing/index.ts';
import { withPortal } from './connect.ts';
import { parseDuration } from './duration.ts';
import type { Command, Terminal } from './terminal.ts';

/** `shield store`: prints whether buying is closed for maintenance, and when (F78). */
export const show: Command<{ json?: boolean }> = (terminal, { json }) =>
  withPortal(terminal, async (portal) => {
    const { settings } = await portal.work('cli.read-store', readStore);
    const { window } = settings;
    if (json) terminal.out(JSON.stringify(window));
    else if (window === null || window.until <= portal.clock.now()) terminal.out('The store is open.');
    else terminal.out(`Closed from ${window.from.toISOString()} until ${window.until.toISOString()}.`);
    return exitCodes.ok;
  });

/** `shield store close 2h --in 30m`: closes buying. A payment that has begun may still finish. */
export const close: Command<{ time: string; in?: string }> = async (terminal, { time, in: later }) => {
  const [length, delay] = [read(terminal, time), later === undefined ? 0 : read(terminal, later)];
  if (length === null || delay === null) return exitCodes.usage;
  return withPortal(terminal, async (portal) => {
    const from = new Date(portal.clock.now().getTime() + delay);
    const until = new Date(from.getTime() + length);
    await portal.work('cli.close-store', (work) => saveStore(work, { window: { from, until } }));
    terminal.out(`Closed from ${from.toISOString()} until ${until.toISOString()}.`);
    return exitCodes.ok;
  });
};

/** `shield store open`: opens buying at once, and cancels planned maintenance. */
export const open: Command = (terminal) =>
  withPortal(terminal, async (portal) => {
    await portal.work('cli.open-store', (work) => saveStore(work, { window: null }));
    terminal.out('The store is open.');
    return exitCodes.ok;
  });

function read(terminal: Terminal, time: string): number | null {
  const length = parseDuration(time);
  if (length === null) terminal.err(`${time}: expected a time like 45d, 12h, 30m or 1d12h.`);
  return length;
}
