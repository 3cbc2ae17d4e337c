import { z } from 'zod';
import { exitCodes } from '#modules/platform/index.ts';
import { readStore, saveStore } from '#modules/purchasing/index.ts';
import { withPortal } from './connect.ts';
import { showing } from './showing.ts';
import type { Command } from './terminal.ts';

/** Null while it is open, and nothing is planned. */
const storeWindow = z.object({ from: z.date(), until: z.date() }).nullable();

/** `shield store`: prints whether buying is closed for maintenance, and when (F78). */
export const show = showing()(
  storeWindow,
  async (portal) => {
    const { window } = (await portal.work('cli.read-store', readStore)).settings;
    return window && window.until > portal.clock.now() ? window : null;
  },
  (terminal, window) => {
    if (window === null) terminal.out('The store is open.');
    else terminal.out(`Closed from ${window.from.toISOString()} until ${window.until.toISOString()}.`);
  },
);

/** `shield store close 2h --in 30m`: closes buying. A payment that has begun may still finish. */
export const close: Command<{ time: number; in?: number }> = (terminal, { time, in: later = 0 }) =>
  withPortal(terminal, async (portal) => {
    const from = new Date(portal.clock.now().getTime() + later);
    const until = new Date(from.getTime() + time);
    await portal.work('cli.close-store', (work) => saveStore(work, { window: { from, until } }));
    terminal.out(`Closed from ${from.toISOString()} until ${until.toISOString()}.`);
    return exitCodes.ok;
  });

/** `shield store open`: opens buying at once, and cancels planned maintenance. */
export const open: Command = (terminal) =>
  withPortal(terminal, async (portal) => {
    await portal.work('cli.open-store', (work) => saveStore(work, { window: null }));
    terminal.out('The store is open.');
    return exitCodes.ok;
  });
