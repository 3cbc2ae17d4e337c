import { type Portal, SECOND } from '#modules/platform/index.ts';
import { xlsxOf } from '#test/factories/spreadsheets.ts';
import { FormContext } from '#test/form-browser/context.ts';
import type { FormPage } from '#test/form-browser/page.ts';
import type { Measured } from './figures.ts';
import { type Server, startServer } from './load.ts';
import { openSession } from './sessions.ts';

const CHECKED = 100_000;

/** The dry run of a large file of people to invite, in a web process like that of the portal. */
export async function measureDryRuns(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const rows = crewOf('checked', CHECKED);
  const csv = Buffer.from(rows.map((cells) => `${cells.join(',')}\n`).join(''));
  const xlsx = await xlsxOf(rows);
  const server = await startServer('portal', databaseUrl, '');
  try {
    const page = await openPage(portal, server);
    // Without the code that only a first run loads.
    await check(page, 'first.csv', Buffer.from('Email\nfirst@bulk.example\n'));
    return [
      ...(await measureDryRun(page, server, 'CSV', csv)),
      ...(await measureDryRun(page, server, 'xlsx', xlsx)),
    ];
  } finally {
    await server.stop();
  }
}

/** Rows of a file with a header. @param word distinguishes the addresses of one file from those of another */
export const crewOf = (word: string, count: number): string[][] => [
  ['Email', 'First name', 'Last name', 'Company', 'Note'],
  ...Array.from({ length: count }, (_, at) => [
    `${word}${at}@bulk.example`,
    'Maya',
    'Ortiz',
    `Ortiz Framing ${at % 100}`,
    `crew ${at % 10}`,
  ]),
];

async function openPage(portal: Portal, { port }: Server): Promise<FormPage> {
  const [name = '', value = ''] = (await openSession(portal, 'owner1@example.com')).split('=');
  const host = portal.config.baseHost;
  const context = new FormContext({
    baseURL: `http://127.0.0.1:${port}`,
    extraHTTPHeaders: { host, origin: `http://${host}` },
    patience: 0,
    userAgent: 'bench',
    locale: 'en-US',
    faults: [],
  });
  await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
  return context.newPage();
}

async function check(page: FormPage, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/user/network/bulk');
  await page
    .getByLabel('Drag a file here, or choose one')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: 'Check the rows' }).click();
  if ((await page.getByRole('button', { name: /^Send/ }).count()) !== 1)
    throw new Error(`${name} was not checked: ${page.url()}`);
}

async function measureDryRun(
  page: FormPage,
  server: Server,
  kind: string,
  content: Buffer,
): Promise<Measured[]> {
  const idle = await server.idleUse();
  const started = performance.now();
  await check(page, `crew.${kind.toLowerCase()}`, content);
  const seen = (performance.now() - started) / SECOND;
  const name = `dry run of 100,000 rows, ${kind}`;
  return [
    { name, unit: 's', seen, goal: { atMost: 20 } },
    {
      name: `${name}: memory above idle`,
      unit: 'MB',
      seen: (await server.mostUse()) - idle,
      goal: { atMost: 100 },
    },
  ];
}
