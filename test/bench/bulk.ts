import { setTimeout as pause } from 'node:timers/promises';
import { handlers } from '#jobs/index.ts';
import { forgotPassword } from '#modules/identity/index.ts';
import { checkBulk, sendNextRows, startBulk, uploadBulk } from '#modules/network/index.ts';
import { type Portal, SECOND, startWorker, TemporaryFile } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { Visitor } from '#test/visitor.ts';
import { crewOf, measureDryRuns } from './dry-runs.ts';
import type { Measured } from './figures.ts';
import { openSession } from './sessions.ts';

/** Rows of each file that is sent. */
const SENT = 10_000;
/** Codes that are asked for while a file is sent. */
const CODES = 10;

/** Files of people to invite: the dry run of a large one, the sending, and security codes beside it. */
export async function measureBulk(portal: Portal, databaseUrl: string): Promise<Measured[]> {
  const visitor = new Visitor(portal);
  const [name = '', token = ''] = (await openSession(portal, 'owner1@example.com')).split('=');
  visitor.cookies.set(name, token);
  await raiseLimit(portal);
  await clearQueue(portal);
  return [
    ...(await measureDryRuns(portal, databaseUrl)),
    await measureSending(portal, visitor),
    await measureCodes(portal, visitor),
  ];
}

async function raiseLimit(portal: Portal): Promise<void> {
  await portal.pool.query(
    `insert into bulk_limit (company_id, daily_rows, set_by_account_id, set_at)
     select m.company_id, 100000, m.account_id, $1 from team_member m
     join account a on a.id = m.account_id where a.emailaddress = 'owner1@example.com'`,
    [portal.clock.now()],
  );
}

/** Other groups sign thousands of people in, whose security notices would be sent before the codes that are asked for here. */
async function clearQueue(portal: Portal): Promise<void> {
  await portal.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
}

/** @returns the id of a file that was read and checked */
async function check(visitor: Visitor, content: Buffer): Promise<string> {
  await using file = await TemporaryFile.of(content);
  const { bulkid } = await visitor.perform(uploadBulk, { file: { name: 'crew.csv', file } });
  await visitor.perform(checkBulk, { bulkid });
  return bulkid;
}

async function start(visitor: Visitor, word: string): Promise<string> {
  const lines = crewOf(word, SENT).map((cells) => cells.join(','));
  const bulkid = await check(visitor, Buffer.from(lines.join('\n')));
  await visitor.perform(startBulk, { bulkid });
  return bulkid;
}

const isDone = async (portal: Portal, id: string) =>
  (await portal.pool.query(`select from bulk_invitation where id = $1 and state = 'done'`, [id])).rowCount ===
  1;

async function measureSending(portal: Portal, visitor: Visitor): Promise<Measured> {
  const bulkId = await start(visitor, 'sent');
  const { signal } = new AbortController();
  const started = performance.now();
  while (!(await isDone(portal, bulkId))) await sendNextRows(portal, { bulkId }, { signal });
  const seconds = (performance.now() - started) / SECOND;
  return { name: 'rows of a file that are sent', unit: '/s', seen: SENT / seconds, goal: { atLeast: 1000 } };
}

/** A worker sends a file, and the mails of the one before, when people ask for a code. */
async function measureCodes(portal: Portal, visitor: Visitor): Promise<Measured> {
  const { rows: people } = await portal.pool.query<{ emailaddress: string }>(
    `select emailaddress from account where active and email_verified_at is not null and role = 'USER'
     order by id limit $1`,
    [CODES],
  );
  const bulkId = await start(visitor, 'beside');
  const worker = await startWorker({
    pool: portal.pool,
    context: portal,
    handlers,
    schedules: [],
    log: portal.log,
  });
  let longest = 0;
  try {
    for (const { emailaddress } of people) {
      const asked = performance.now();
      await new Visitor(portal).perform(forgotPassword, { emailaddress });
      while ((await listOutbox(portal.db, { to: emailaddress })).length === 0) await pause(5);
      longest = Math.max(longest, performance.now() - asked);
    }
    if (await isDone(portal, bulkId)) throw new Error('The file was sent before the last code');
  } finally {
    await worker.stop();
  }
  return {
    name: 'security code beside a file that is sent',
    unit: 'ms',
    seen: longest,
    goal: { atMost: 3000 },
  };
}
