import { replayEndpoint } from '#modules/enterprise/index.ts';
import { exitCodes, formatCount, Refusal, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import type { Command } from './terminal.ts';

/** `shield webhooks replay`: sends again what failed for good at an endpoint. */
export const replay: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(terminal, async (portal) => {
    try {
      const deliveries = await portal.work('cli.replay-webhooks', (work) => replayEndpoint(work, id));
      terminal.out(`Sending ${formatCount(deliveries, 'event')} again.`);
      return exitCodes.ok;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const words = error.code === 'not-found' ? `There is no webhook endpoint ${id}.` : error.text;
      throw new StartError(words, exitCodes.failed, { cause: error });
    }
  });
