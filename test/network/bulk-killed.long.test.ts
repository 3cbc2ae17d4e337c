// Takes long: web processes and workers are started and killed.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setBulkLimit } from '#modules/network/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { type WebProcess, webProcesses } from '#test/factories/web-processes.ts';
import { workerProcesses } from '#test/factories/worker-processes.ts';

/** As many as one account may send in an hour. */
const ROUNDS = 30;
/** More than one batch. */
const ROWS = 600;

const portal = await servedPortal({ now: new Date() });
const web = webProcesses(portal);
const workers = workerProcesses(portal);

const addressOf = (file: number, row: number) => `f${file}r${row}@killed.example`;

function send(server: WebProcess, { visitor }: Registered, file: number) {
  const invite_data = Array.from({ length: ROWS }, (_, row) => [addressOf(file, row), 'Ana Ruiz', 'crew']);
  const column_map = { 0: 'emailaddress', 1: 'fullname', 2: 'note' };
  const input = { dryrun: 'NO', invite_data, column_map };
  return server.call('/network/sendinvites', { input, cookies: visitor.cookies });
}

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

test('web and worker killed at random moments: nobody is invited twice, no row is lost, and a mail that repeats has its id', async () => {
  const company = await newCompany(portal);
  const { owner, companyId } = company;
  const admin = await newTeamMember(portal, company, 'admin');
  const staff = await newStaff(portal);
  await staff.visitor.perform(setBulkLimit, { companyid: companyId, daily_rows: 100_000 });
  let file = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await workers.hurry();
    const [server, worker] = await Promise.all([web.start(), workers.start()]);
    // A file whose call nobody answered is sent again, as its sender would do.
    const answer = send(server, owner, file).catch(() => null);
    await Promise.all([
      pause(Math.random() * 1_500).then(server.kill),
      pause(Math.random() * 3_000).then(worker.kill),
    ]);
    const answered = await answer;
    if (!answered) continue;
    expect(answered.status, answered.body).toBe(200);
    file += 1;
  }
  const server = await web.start();
  expect((await send(server, admin, file)).status).toBe(200);
  await server.kill();
  const worker = await workers.start();
  const open = async () => {
    await workers.hurry();
    const { rows } = await portal.pool.query<{ open: number }>(
      `select count(*)::int as open from graphile_worker.jobs where task_identifier like 'network.send-%'`,
    );
    return rows[0]?.open;
  };
  await expect.poll(open, { timeout: 900_000, interval: 1_000 }).toBe(0);
  await worker.kill();

  const files = await readFiles();
  expect(
    files.filter(
      ({ state, rows, handled, counted }) => state !== 'done' || handled !== rows || counted !== rows,
    ),
  ).toEqual([]);
  const invited = (file + 1) * ROWS;
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
    `${ROUNDS} kills of web and worker: ${files.length} files of ${file + 1} that were sent, ${invited} invitations, ${(sent?.mails ?? 0) - invited} mails repeated with their id`,
  );
});
