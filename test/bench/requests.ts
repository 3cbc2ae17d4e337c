import { stylesCookie, zoneCookie } from '#app/script-cookies.ts';
import type { Portal } from '#modules/platform/index.ts';
import { ask } from './ask.ts';
import type { Measured } from './figures.ts';
import { compare, startServer } from './load.ts';
import { openSession } from './sessions.ts';

/** Requests per second of one process, compared with minimal servers. */
export async function measureRequests(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const host = portal.config.baseHost;
  const [nobody, person] = [
    await openSession(portal, 'newcomer@example.com'),
    await openSession(portal, 'person1@example.com'),
  ];
  const { rows } = await portal.pool.query<{ id: string }>(
    `select id from account where emailaddress = 'person1@example.com'`,
  );
  const [json, page, ours] = await Promise.all(
    (['json', 'page', 'portal'] as const).map((kind) =>
      startServer(kind, databaseUrl, kind === 'json' ? (rows[0]?.id ?? '') : ''),
    ),
  );
  if (!json || !page || !ours) throw new Error('a server is missing');
  const at = (path: string, cookie?: string) => ({
    port: ours.port,
    path,
    headers: { host, ...(cookie ? { cookie } : {}) },
  });
  // As a browser asks that has never been here: the page contains its style sheets.
  const firstVisit = { ...at('/login'), headers: { host, 'accept-encoding': 'gzip' } };
  try {
    const [f1 = 0, session = 0, applications = 0] = await compare([
      { port: json.port, path: '/' },
      at('/hub/api/verifysession', person),
      at('/hub/api/application/listapplications', person),
    ]);
    const [f2 = 0, first = 0, login = 0, home = 0, ownHome = 0, network = 0] = await compare([
      { port: page.port, path: '/' },
      firstVisit,
      at('/login', await cookiesOfVisitor(ours.port, host)),
      at('/user', nobody),
      at('/user', person),
      at('/user/network', person),
    ]);
    const memory = await ours.mostMemory();
    const besideF1 = { name: 'F1', seen: f1 };
    const besideF2 = { name: 'F2', seen: f2 };
    const figure = (name: string, seen: number, beside: Measured['beside'], part: number): Measured => ({
      name,
      unit: '/s',
      seen,
      beside,
      goal: { partOfBeside: part },
    });
    return [
      figure('GET /hub/api/verifysession', session, besideF1, 0.7),
      figure('GET /hub/api/application/listapplications, one query', applications, besideF1, 0.35),
      figure('GET /login, kept per host, first visit', first, besideF2, 3),
      figure('GET /login, kept per host', login, besideF2, 3),
      figure('GET /user, nothing bought yet', home, besideF2, 0.4),
      figure('GET /user, a score and a large network', ownHome, besideF2, 0.32),
      figure('GET /user/network, 10,000 connections', network, besideF2, 0.15),
      { name: 'memory of the web process under load', unit: 'MB', seen: memory, goal: { atMost: 280 } },
    ];
  } finally {
    await Promise.all([json.stop(), page.stop(), ours.stop()]);
  }
}

/** The cookies of whoever has seen the page before: its script has set them. */
async function cookiesOfVisitor(port: number, host: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await ask(port, '/login', { host })) chunks.push(chunk as Buffer);
  const [, sheet] = /data-href="[^"]*\/([\w-]+)\.css"/.exec(Buffer.concat(chunks).toString()) ?? [];
  if (!sheet) throw new Error('the page of a first visit does not contain its style sheet');
  return `${zoneCookie}=UTC; ${stylesCookie}=${sheet}`;
}
