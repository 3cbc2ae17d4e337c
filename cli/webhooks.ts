import { replayEndpoint } from '#modules/enterprise/index.ts';
import { exitCodes, formatCount } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { type Command, finding } from './terminal.ts';

/** `shield webhooks replay`: sends again what failed for good at an endpoint. */
export const replay: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(terminal, async (portal) => {
    const deliveries = await finding(
      `webhook endpoint ${id}`,
      portal.work('cli.replay-webhooks', (work) => replayEndpoint(work, id)),
    );
    terminal.out(`Sending ${formatCount(deliveries, 'event')} again.`);
    return exitCodes.ok;
  });
