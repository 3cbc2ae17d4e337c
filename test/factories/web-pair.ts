import { beforeAll } from 'vitest';
import type { Answered } from '#test/app/server/ask.ts';
import type { TestPortal } from '#test/portal.ts';
import { type WebProcess, webProcesses } from './web-processes.ts';

/** The code of a refused call; undefined if it was not refused. */
export const codeOf = ({ body }: Answered) => (JSON.parse(body) as { error_code?: string }).error_code;

/** Two web processes of a test's portal, for the whole file of tests. */
export function webPair(portal: TestPortal) {
  const processes = webProcesses(portal);
  const both: WebProcess[] = [];
  const startBoth = async () => {
    both.splice(0, both.length, await processes.start(), await processes.start());
  };
  beforeAll(startBoth);
  let turns = 0;
  return {
    both,
    advance: processes.advance,
    /** The two processes take turns, and each request has a different forged address. */
    async inTurn(path: string, input: object): Promise<Answered> {
      turns += 1;
      const process = both[turns % 2];
      if (!process) throw new Error('the processes run from the first test on');
      return process.call(path, { input, forwardedFor: `198.51.100.${turns % 250}` });
    },
    /** Kills both and starts others in their place. */
    async replace(): Promise<void> {
      for (const process of both) await process.kill();
      await startBoth();
    },
  };
}
