import { z } from 'zod';
import {
  exitCodes,
  formatCount,
  type Portal,
  readConfig,
  SECOND,
  StartError,
} from '#modules/platform/index.ts';
import { deliverNow, listSandboxOrders, loseCallbacks } from '#sandboxes/cra/index.ts';
import { type FailingSandbox, planFaults } from '#sandboxes/faults/index.ts';
import { withPortal } from './connect.ts';
import { besidePortal } from './running-portal.ts';
import { showing, withShape } from './showing.ts';
import { type Command, printTable, type Terminal } from './terminal.ts';

type Sandbox = 'payments' | FailingSandbox;

/** How the configuration names each, and what to call the live one. */
const services = {
  payments: { at: 'payments', live: 'payment service' },
  agency: { at: 'cra', live: 'agency' },
  mail: { at: 'mail', live: 'mail service' },
  texts: { at: 'sms', live: 'text message service' },
  verification: { at: 'idVerification', live: 'ID verification' },
  addresses: { at: 'addressSearch', live: 'address service, or none,' },
} as const satisfies Record<Sandbox, unknown>;

/** What `sandbox` can do is done to sandboxes alone, and refused before anything is opened. @throws StartError */
function requireSandbox({ environment }: Terminal, service: Sandbox): void {
  const config = readConfig(besidePortal(environment));
  if (config.environment === 'production')
    throw new StartError('Production has no sandboxes.', exitCodes.config);
  const { at, live } = services[service];
  if (config[at].kind !== 'sandbox')
    throw new StartError(`A live ${live} is configured, and no sandbox.`, exitCodes.config);
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

const showOrders = showing()(
  orders,
  (portal) => listSandboxOrders(portal),
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

/** `shield sandbox list`: orders at the sandbox agency that are not finished, or whose callbacks wait. */
export const list = withShape(orders, async (terminal, options) => {
  requireSandbox(terminal, 'agency');
  return showOrders(terminal, options);
});

const onOrder =
  (
    act: (portal: Portal, profile: string) => Promise<number | null>,
    done: (count: number) => string,
  ): Command<{ profile: string }> =>
  async (terminal, { profile }) => {
    requireSandbox(terminal, 'agency');
    return withPortal(terminal, async (portal) => {
      const count = await act(portal, profile);
      if (count === null) throw new StartError(`There is no order ${profile}.`, exitCodes.notFound);
      terminal.out(done(count));
      return exitCodes.ok;
    });
  };

/** `shield sandbox deliver PROFILE`: the next step of an order, and its callbacks, now. */
export const deliver = onOrder(deliverNow, (count) => `Delivered ${formatCount(count, 'callback')}.`);

/** `shield sandbox lose PROFILE`: the callbacks that wait never arrive. */
export const lose = onOrder(loseCallbacks, (count) => `Lost ${formatCount(count, 'callback')}.`);

interface FailOptions {
  service: Sandbox;
  kind?: string;
  on?: string;
  times?: number;
}

/** `shield sandbox fail SERVICE`: the next calls fail; with `--times 0`, none does that was to fail. */
export const fail: Command<FailOptions> = async (
  terminal,
  { service, kind = 'error-500', on, times = 1 },
) => {
  requireSandbox(terminal, service);
  return withPortal(terminal, async (portal) => {
    if (service === 'payments') await planFault(portal, { kind, times, ...(on === undefined ? {} : { on }) });
    else await planFaults(portal, service, times);
    terminal.out(
      times === 0
        ? `No call of ${service} will fail.`
        : `The next ${formatCount(times, 'call')} of ${service} will fail.`,
    );
    return exitCodes.ok;
  });
};

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
