import type { Portal } from '#modules/platform/index.ts';
import { ask } from './ask.ts';
import type { Measured } from './figures.ts';
import { startServer } from './load.ts';
import { openSession } from './sessions.ts';

/** The CSV export of a large company's network: time to the first byte, and memory. */
export async function measureExport(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const server = await startServer('portal', databaseUrl, '');
  try {
    const cookie = await openSession(portal, 'owner1@example.com');
    const headers = { cookie, host: portal.config.baseHost };
    for await (const _chunk of await ask(server.port, '/user/network', headers));
    const idle = await server.idleUse();
    const started = performance.now();
    const answer = await ask(server.port, '/user/network.csv', headers);
    let first = 0;
    let lines = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      first ||= performance.now() - started;
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
    const most = await server.mostUse();
    if (answer.statusCode !== 200 || lines < 500) throw new Error(`the export has ${lines} lines`);
    return [
      { name: 'CSV export, first byte', unit: 'ms', seen: first, goal: { atMost: 1000 } },
      { name: 'CSV export, memory above idle', unit: 'MB', seen: most - idle, goal: { atMost: 50 } },
    ];
  } finally {
    await server.stop();
  }
}
