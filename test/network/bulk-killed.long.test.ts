// Takes long: web processes, workers and PostgreSQL are started and killed.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setBulkLimit } from '#modules/network/index.ts';
import { HOUR } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { killableServer } from '#test/factories/killable-server.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { type WebProcess, webProcesses } from '#test/factories/web-processes.ts';
import { type WorkerProcess, workerProcesses } from '#test/factories/worker-processes.ts';

/** How often each of web, worker and PostgreSQL is killed, as in `npm run test:long`. */
const KILLS = Number(process.env.KILLS ?? 2);
/** Files that are sent at least. As many as a company may send in a day are ten. */
const FILES = Number(process.env.BULK_FILES ?? 1);
const MOST_FILES = 10;
const ROWS = 10_000;
/** Ends what hangs. What it takes is printed. */
const LONGEST = HOUR;

const server = await killableServer();
const portal = await servedPortal({ now: new Date(), database: server });
const web = webProcesses(portal);
const workers = workerProcesses(portal);

const addressOf = (file: number, row: number) => `f${file}r${row}@killed.example`;

async function send(to: WebProcess, { visitor }: Registered, file: number, dryrun: 'YES' | 'NO') {
  // Nobody else sends so many files in an hour.
  await portal.pool.query('delete from throttle');
  const invite_data = Array.from({ length: ROWS }, (_, row) => [addressOf(file, row), 'Ana Ruiz', 'crew']);
  const column_map = { 0: 'emailaddress', 1: 'fullname', 2: 'note' };
  const input = { dryrun, invite_data, column_map };
  return to.call('/network/sendinvites', { input, cookies: visitor.cookies });
}

const numberOf = async (query: string): Promise<number> =>
  (await portal.pool.query<{ number: number }>(query)).rows[0]?.number ?? 0;

/** What the worker has done so far: rows that were handled, and mails. */
const readProgress = () =>
  numberOf(
    `select ((select count(*) from bulk_invitation_row) + (select count(*) from outbox_message))::int as number`,
  );

/** Jobs of the invitations that are not done. */
const countOpen = () =>
  numberOf(
    `select count(*)::int as number from graphile_worker.jobs where task_identifier like 'network.send-%'`,
  );

/** What each file came to. */
const readFiles = () =>
  portal.pool
    .query<{ state: string; rows: number; handled: number; counted: number }>(
      `select state, row_count as rows,
         (select count(*)::int from bulk_invitation_row where bulk_invitation_id = b.id) as handled,
         coalesce((select sum(value::int)::int from jsonb_each_text(sent_counts)), 0) as counted
       from bulk_invitation b`,
    )
    .then(({ rows }) => rows);

test('web, worker and PostgreSQL killed at random moments: nobody is invited twice, no row is lost, and a mail that repeats has its id', async () => {
  const company = await newCompany(portal);
  const { owner, companyId } = company;
  const staff = await newStaff(portal);
  await staff.visitor.perform(setBulkLimit, { companyid: companyId, daily_rows: MOST_FILES * ROWS });
  const started = performance.now();
  let file = 0;
  let worker: WorkerProcess = await workers.start();
  const seen = { back: 0, unanswered: 0 };

  async function sendNext(): Promise<void> {
    const server = await web.start();
    const { status, body } = await send(server, owner, file, 'NO');
    expect(status, body).toBe(200);
    file += 1;
    await server.kill();
  }

  const kill = {
    /** A file whose call nobody answered is sent again, as its sender would do. */
    async web() {
      const process = await web.start();
      const left = file < MOST_FILES;
      const answer = send(process, owner, file, left ? 'NO' : 'YES').catch(() => null);
      await pause(Math.random() * 1_500);
      await process.kill();
      const answered = await answer;
      if (!answered) seen.unanswered += 1;
      else if (left) {
        expect(answered.status, answered.body).toBe(200);
        file += 1;
      }
    },
    async worker() {
      await worker.kill();
      worker = await workers.start();
    },
    async postgres() {
      await server.kill('SIGKILL');
      await server.untilReady();
      await eventually(() => portal.pool.query('select 1'));
    },
  };

  for (let round = 0; round < KILLS; round += 1) {
    for (const component of ['web', 'worker', 'postgres'] as const) {
      if (component !== 'web' && file < MOST_FILES && (await countOpen()) === 0) await sendNext();
      await pause(Math.random() * 2_000);
      const killed = performance.now();
      await kill[component]();
      const before = await readProgress();
      // The queue tries again by itself; nothing is hurried.
      const back = async () => (await readProgress()) > before || (await countOpen()) === 0;
      await expect.poll(back, { timeout: LONGEST, interval: 100 }).toBe(true);
      if (component !== 'web') seen.back = Math.max(seen.back, performance.now() - killed);
    }
  }
  while (file < FILES) await sendNext();
  await expect
    .poll(
      async () => {
        await workers.hurry();
        return countOpen();
      },
      { timeout: LONGEST, interval: 1_000 },
    )
    .toBe(0);
  await worker.kill();
  // Connections were lost.
  portal.takeErrors();

  const files = await readFiles();
  expect(
    files.filter(
      ({ state, rows, handled, counted }) => state !== 'done' || handled !== rows || counted !== rows,
    ),
  ).toEqual([]);
  const invited = file * ROWS;
  const { rows: connections } = await portal.pool.query(
    `select count(*)::int as invitations, count(distinct to_email)::int as people,
       (select sum(rows)::int from bulk_day where company_id = $1) as counted,
       count(*) filter (where invite_sent_count = 1)::int as mailed,
       (select count(*)::int from invitation_detail d join connection c on c.id = d.connection_id
          where c.owner_company_id = $1) as details
     from connection where owner_company_id = $1 and to_email like '%@killed.example'`,
    [companyId],
  );
  expect(connections).toEqual([
    { invitations: invited, people: invited, counted: invited, mailed: invited, details: invited },
  ]);
  const { rows: mails } = await portal.pool.query<{ mails: number; ids: number; recipients: number }>(
    `select count(*)::int as mails, count(distinct message_id)::int as ids, count(distinct recipient)::int as recipients
     from outbox_message where recipient like '%@killed.example'`,
  );
  const [sent] = mails;
  expect(sent).toMatchObject({ ids: invited, recipients: invited });
  console.info(
    `${KILLS} kills each of web (${seen.unanswered} in the call), worker and PostgreSQL in ${Math.round((performance.now() - started) / 1_000)} s: ${files.length} files of ${ROWS} rows, ${invited} invitations, ${(sent?.mails ?? 0) - invited} mails repeated with their id, on again after ${(seen.back / 1_000).toFixed(1)} s at most`,
  );
});
