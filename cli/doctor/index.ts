import { migrations } from '#migrations/index.ts';
import { mailBrandFor } from '#modules/enterprise/index.ts';
import {
  addressOfProvider,
  type Config,
  ConfigError,
  column,
  describeKeys,
  exitCodes,
  formatCount,
  MINUTE,
  newId,
  type Portal,
  SECOND,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { withPortal } from '../connect.ts';
import { print, withShape } from '../showing.ts';
import { lacksSchema, printable, type Terminal, tableLines } from '../terminal.ts';
import { checkRights, checkSettings } from './database.ts';
import { checkDatabaseDisk, checkDisk } from './disk.ts';
import { examine, type Finding, findings, ok, warning, wrong } from './finding.ts';
import { checkCertificate, checkReachable, checkSender } from './network.ts';
import { checkPaymentEvents, checkPayments } from './payments.ts';
import { checkPooler } from './pooler.ts';
import { checkReplica } from './replica.ts';

/**
 * `shield doctor`: looks at everything that the portal needs, and says what is wrong and what to type. Exits with 1 if
 * something is wrong.
 */
export const doctor = withShape(findings, async (terminal, { json }) => {
  const found = await examineAll(terminal);
  print(terminal, { json, shape: findings, value: found }, () => printFindings(terminal, found));
  return found.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.ok;
});

export function printFindings(terminal: Pick<Terminal, 'out' | 'columns'>, found: readonly Finding[]): void {
  const table = tableLines(
    ['check', 'state', 'found'],
    found.map(({ check, state, found: seen }) => [check, state, seen]),
    terminal.columns,
  );
  for (const line of table) terminal.out(line);
  const cut = found.filter(({ mend, found: seen }) => mend && !table.some((line) => line.endsWith(seen)));
  for (const { check, found: seen } of cut) terminal.out(`${check}: ${printable(seen)}`);
  // Faults of one check may have the same advice.
  const advice = new Set(found.flatMap(({ check, mend }) => (mend ? [`${check}: ${mend}`] : [])));
  for (const each of advice) terminal.out(each);
}

async function examineAll(terminal: Terminal): Promise<Finding[]> {
  try {
    return await withPortal(terminal, examinePortal);
  } catch (error) {
    // Nothing else can be examined then.
    if (error instanceof ConfigError) {
      const faults = error.message.split('\n');
      return faults.map((fault) => ({
        check: 'configuration',
        ...wrong(fault, 'Set each variable that is listed.'),
      }));
    }
    if (lacksSchema(error)) return [{ check: 'migrations', ...wrong(error.message, 'shield db migrate') }];
    const { message, code = 'does not answer' } = error as NodeJS.ErrnoException;
    const mend = 'Check DATABASE_URL and KEY_RING, and that PostgreSQL runs.';
    return [{ check: 'database', ...wrong(message || code, mend) }];
  }
}

/** Runs all checks on an open portal. */
export async function examinePortal(portal: Portal): Promise<Finding[]> {
  const { config } = portal;
  const { senderAddress } = await mailBrandFor(portal, null);
  const senderDomain = senderAddress.split('@').at(-1)?.replace('>', '') ?? '';
  return [
    { check: 'configuration', ...ok(`complete, for ${config.environment}`) },
    ...(await Promise.all([
      examine('database', 'Use PostgreSQL 16 or newer with the extensions.', () => checkDatabase(portal)),
      examine('database settings', 'Change the settings of PostgreSQL.', () => checkSettings(portal)),
      examine('database role', 'Make a role of its own.', () => checkRights(portal)),
      examine('pooler', 'Check DATABASE_DIRECT_URL.', () => checkPooler(portal)),
      examine('replica', 'Check DATABASE_READ_URL; without it everything is read from the primary.', () =>
        checkReplica(portal),
      ),
      examine('migrations', 'shield db migrate', () => checkMigrations(portal)),
      examine('clock', 'Set the clocks with NTP.', () => checkClock(portal)),
      examine('queue', 'shield worker', () => checkQueue(portal)),
      examine('storage', 'Check the variables of STORAGE and its permissions.', () => checkStorage(portal)),
      examine('disk', 'Free some space.', () => checkDisk(config)),
      examine('database disk', 'Make room on the disk of PostgreSQL.', () => checkDatabaseDisk(portal)),
      examine('keys', 'Put the missing key back in KEY_RING.', () => checkKeys(portal)),
      examine('mail', 'Check MAIL.', () => checkMail(portal)),
      ...(config.mail.kind === 'sandbox'
        ? []
        : [examine('sender', 'Check DNS.', () => checkSender(senderDomain))]),
      examine('texts', 'Check SMS and the network.', async () => serviceOf('texts', config)),
      examine('payments', 'Check STRIPE_SECRET_KEY.', () => checkPayments(portal)),
      examine('payment events', 'Look at the webhooks in the dashboard of Stripe.', () =>
        checkPaymentEvents(portal),
      ),
      examine('agency', 'Check CRA_URL and the network.', async () => serviceOf('agency', config)),
      examine('ID verification', 'Check ONFIDO_REGION.', async () => serviceOf('verification', config)),
      examine('addresses', 'Check the network.', async () => serviceOf('addresses', config)),
      examine('public address', 'Check PUBLIC_URL.', () => checkCertificate(config.publicUrl)),
    ])),
  ];
}

async function serviceOf(name: Parameters<typeof addressOfProvider>[0], config: Config) {
  const url = addressOfProvider(name, config);
  return url === null ? ok('the sandbox, or none') : checkReachable(url);
}

const server = statement({
  name: 'cli.read-server',
  row: { version: column.integer, missing: column.textList, role: column.text, now: column.instant },
  sql: () => sql`
    select current_setting('server_version_num')::int as version, current_user::text as role,
      clock_timestamp() as now,
      array(select wanted from unnest(array['citext', 'pg_trgm', 'unaccent', 'btree_gin', 'btree_gist']) wanted
        where wanted not in (select extname from pg_extension)) as missing`,
});

async function readServer({ db }: Portal) {
  const [row] = (await server().execute(db)).rows;
  if (!row) throw new Error('The database returned no row');
  return row;
}

async function checkDatabase(portal: Portal) {
  const { version, missing, role } = await readServer(portal);
  const words = `PostgreSQL ${Math.floor(version / 10_000)}, as ${role}`;
  if (version < 160_000) return wrong(words, 'Use PostgreSQL 16 or newer.');
  if (missing.length > 0)
    return wrong(
      `${words}, without ${missing.join(', ')}`,
      'shield db migrate, as the owner of the database',
    );
  return ok(words);
}

async function checkMigrations({ pool }: Portal) {
  const { rows } = await pool.query<{ name: string }>('select name from mikro_orm_migrations');
  const ran = new Set(rows.map(({ name }) => name));
  const waiting = migrations.filter(({ name }) => !ran.has(name));
  if (waiting.length === 0) return ok(`${formatCount(ran.size, 'migration')}, none pending`);
  return wrong(
    `${formatCount(waiting.length, 'migration')} of ${migrations.length} pending`,
    'shield db migrate',
  );
}

/** Further apart than clocks that NTP sets ever are. */
const SOME_SKEW = SECOND;
/** Codes of authenticator apps allow half a minute. */
const MOST_SKEW = 5 * SECOND;

export async function checkClock(portal: Portal) {
  const asked = Date.now();
  const { now } = await readServer(portal);
  const half = (Date.now() - asked) / 2;
  // When the database read its clock is known only as well as the answer was quick.
  const skew = Math.max(0, Math.abs(now.getTime() - (asked + half)) - half);
  const words = `${(skew / SECOND).toFixed(1)} s apart from the database`;
  if (skew <= SOME_SKEW) return ok(words);
  return (skew > MOST_SKEW ? wrong : warning)(words, 'Set the clocks of both machines with NTP.');
}

const queueHealth = statement({
  name: 'cli.read-queue-health',
  row: { working: column.boolean, failed: column.count, oldest: column.instant.nullable() },
  sql: () => sql`
    select exists (select from worker_heartbeat where seen_at > now() - interval '1 minute') as working,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      min(run_at) filter (where attempts = 0 and locked_at is null and run_at <= now()) as oldest
    from graphile_worker.jobs`,
});

async function checkQueue({ db }: Portal) {
  const [row] = (await queueHealth().execute(db)).rows;
  if (!row) throw new Error('The queue returned no row');
  const age = row.oldest ? Date.now() - row.oldest.getTime() : 0;
  const words = `${row.working ? 'a worker runs' : 'no worker runs'}, ${formatCount(row.failed, 'job')} failed`;
  if (age > 10 * MINUTE)
    return wrong(`${words}, a job has been waiting for ${Math.floor(age / MINUTE)} minutes`, 'shield worker');
  if (!row.working) return warning(words, 'shield worker');
  return row.failed > 0 ? warning(words, 'shield jobs list --state failed') : ok(words);
}

async function checkStorage({ storage, config }: Portal) {
  const key = `doctor/${newId()}`;
  const words = Buffer.from('doctor');
  await storage.put(key, words, { contentType: 'text/plain' });
  try {
    const { body } = await storage.get(key);
    const read = Buffer.concat(await body.toArray());
    if (!read.equals(words))
      throw new Error(`It wrote ${words.length} bytes and read back ${read.length} different ones`);
  } finally {
    await storage.delete(key);
  }
  return ok(`${config.storage.kind}: writes, reads and deletes`);
}

async function checkKeys(portal: Portal) {
  const keys = await describeKeys(portal);
  const missing = keys.filter(({ inRing, values }) => !inRing && values > 0);
  if (missing.length > 0) {
    const lost = missing.map(({ id, values }) => `${id} (${values} values)`).join(', ');
    return wrong(`KEY_RING lacks ${lost}`, 'Put the key back in KEY_RING.');
  }
  const older = keys.filter(({ active, values }) => !active && values > 0);
  if (older.length > 0)
    return warning(`${formatCount(older.length, 'older key')} still used`, 'shield keys rotate');
  return ok('everything is encrypted under the first key');
}

async function checkMail(portal: Portal) {
  const { mail } = portal.config;
  if (mail.kind === 'sandbox') return ok('the sandbox');
  const { place, variable } =
    mail.kind === 'smtp'
      ? { place: new URL(mail.url).host, variable: 'SMTP_URL' }
      : { place: 'Resend', variable: 'RESEND_API_KEY' };
  try {
    await portal.checkMail();
    return ok(`${mail.kind} answers`);
  } catch (error) {
    const { message } = error as Error;
    return wrong(`${place}: ${message}`, `Check ${variable}, and that this machine can reach ${place}.`);
  }
}
