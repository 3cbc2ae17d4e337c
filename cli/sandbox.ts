import { z } from 'zod';
import {
  exitCodes,
  formatCount,
  type Portal,
  SECOND,
  StartError,
  setSetting,
} from '#modules/platform/index.ts';
import { deliverNow, listSandboxOrders, loseCallbacks, sandboxCraFaults } from '#sandboxes/cra/index.ts';
import { withPortal } from './connect.ts';
import { showing } from './showing.ts';
import { type Command, printTable } from './terminal.ts';

/** What `sandbox` can do is done to sandboxes alone. @throws StartError */
function requireSandbox({ config }: Portal, service: 'cra' | 'payments'): void {
  if (config.environment === 'production')
    throw new StartError('Production has no sandboxes.', exitCodes.config);
  if (config[service].kind !== 'sandbox') {
    const what = service === 'cra' ? 'agency' : 'payment service';
    throw new StartError(`A live ${what} is configured, and no sandbox.`, exitCodes.config);
  }
}

const orders = z.array(
  z.object({
    profile_number: z.string(),
    craid: z.string(),
    state: z.string(),
    outcome: z.string(),
    created_at: z.date(),
    undelivered: z.int(),
  }),
);

/** `shield sandbox list`: orders at the sandbox agency that are not finished, or whose callbacks wait. */
export const list = showing()(
  orders,
  async (portal) => {
    requireSandbox(portal, 'cra');
    return listSandboxOrders(portal);
  },
  (terminal, found) => {
    if (found.length === 0) return terminal.out('No order is pending.');
    printTable(
      terminal,
      ['profile', 'agency', 'state', 'will be', 'callbacks waiting', 'ordered'],
      found.map((order) => [
        order.profile_number,
        order.craid,
        order.state,
        order.outcome,
        String(order.undelivered),
        order.created_at.toISOString(),
      ]),
    );
  },
);

const onOrder =
  (
    act: (portal: Portal, profile: string) => Promise<number | null>,
    done: (count: number) => string,
  ): Command<{ profile: string }> =>
  (terminal, { profile }) =>
    withPortal(terminal, async (portal) => {
      requireSandbox(portal, 'cra');
      const count = await act(portal, profile);
      if (count === null) throw new StartError(`There is no order ${profile}.`, exitCodes.notFound);
      terminal.out(done(count));
      return exitCodes.ok;
    });

/** `shield sandbox deliver PROFILE`: the next step of an order, and its callbacks, now. */
export const deliver = onOrder(deliverNow, (count) => `Delivered ${formatCount(count, 'callback')}.`);

/** `shield sandbox lose PROFILE`: the callbacks that wait never arrive. */
export const lose = onOrder(loseCallbacks, (count) => `Lost ${formatCount(count, 'callback')}.`);

interface FailOptions {
  service: 'payments' | 'agency';
  kind?: string;
  on?: string;
  times?: number;
}

/** `shield sandbox fail SERVICE`: the next calls fail. */
export const fail: Command<FailOptions> = (terminal, { service, kind = 'error-500', on, times = 1 }) =>
  withPortal(terminal, async (portal) => {
    requireSandbox(portal, service === 'agency' ? 'cra' : 'payments');
    if (service === 'agency') await setSetting(portal.db, sandboxCraFaults, times, portal.clock.now());
    else await planFault(portal, { kind, times, ...(on === undefined ? {} : { on }) });
    terminal.out(`The next ${formatCount(times, 'call')} of ${service} will fail.`);
    return exitCodes.ok;
  });

async function planFault(
  { config: { payments } }: Portal,
  fault: { kind: string; on?: string; times: number },
): Promise<void> {
  const { sandboxPort, secretKey } = payments;
  let answer: Response;
  try {
    answer = await fetch(`http://127.0.0.1:${sandboxPort}/_sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(fault),
      signal: AbortSignal.timeout(5 * SECOND),
    });
  } catch (cause) {
    throw new StartError('The payment sandbox does not run. It runs with: shield up', exitCodes.unavailable, {
      cause,
    });
  }
  await answer.body?.cancel();
  if (!answer.ok) throw new StartError(`The payment sandbox answered ${answer.status}.`, exitCodes.failed);
}
