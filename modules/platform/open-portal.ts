import type { EntitySchema } from '@mikro-orm/postgresql';
import { CallTable } from './calls.ts';
import { type Clock, DevelopmentClock, realClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Call, KeyCall, Portal, Subscription } from './contract.ts';
import { KeyRing } from './crypto/index.ts';
import { PoolFull } from './database/bounded-queue.ts';
import { createOrm } from './database/orm.ts';
import { ReadBatches } from './database/read-batches.ts';
import { Replica } from './database/replica.ts';
import { requireRestrictedRole } from './database/roles.ts';
import { type Database, openDatabase } from './database/sql.ts';
import { noteActiveKey } from './encryption-keys.ts';
import { watchEventLoop } from './event-loop.ts';
import { KeyCallTable } from './key-calls.ts';
import type { Log } from './log.ts';
import {
  type DeadMailbox,
  type MailBrand,
  Mailer,
  type MailReader,
  type MailRecipient,
  type MailRecords,
  type MailTransport,
} from './mail/index.ts';
import { openMetrics } from './metrics/index.ts';
import { Notifications } from './notifications.ts';
import type { PaymentProvider } from './payments/index.ts';
import { perform } from './perform.ts';
import { Providers } from './providers/providers.ts';
import { type ConstraintRefusals, Refusal } from './refusals.ts';
import type { SmsSender } from './sms/index.ts';
import type { Storage } from './storage/index.ts';
import { recordedStorage } from './storage/recorded.ts';
import { Throttles } from './throttle.ts';
import { startTracing, traced } from './tracing/index.ts';
import { findConstraint, findSqlState, inReading, inTransaction, isOutOfReach } from './transaction.ts';
import { needsReference } from './unreferred-files.ts';
import { createVisit, SYSTEM_ADDRESS, type Visit } from './visit.ts';

/** What an adapter may need from the process. */
export interface AdapterContext {
  config: Config;
  db: Database;
  clock: Clock;
  keys: KeyRing;
  providers: Providers;
}

/** The adapters of the outside services that platform uses. */
export interface Outside {
  mail: MailTransport;
  /** For security mails. */
  securityMail: MailTransport;
  /** Each text message has a connection of its own. */
  sms: SmsSender;
  storage: Storage;
  payments: PaymentProvider;
}

/** What the modules above provide to platform. */
export interface PortalParts {
  entities: readonly (EntitySchema | (new () => object))[];
  calls: readonly (readonly Call[])[];
  keyCalls: readonly (readonly KeyCall[])[];
  subscriptions: readonly Subscription[];
  constraints: ConstraintRefusals;
  callerReader(portal: Pick<Portal, 'pool' | 'db' | 'clock'>): Portal['readCaller'];
  noteWritten(portal: Pick<Portal, 'db'>, sessionId: string): Promise<void>;
  openOutside(context: AdapterContext): Promise<Outside>;
  mailBrandFor(portal: Portal, host: string | null): Promise<MailBrand>;
  findMailReader(portal: Portal, recipient: MailRecipient): Promise<MailReader | null>;
  mailRecords(portal: Portal): MailRecords;
  suppressAddress(portal: Portal, address: string, mailbox: DeadMailbox): Promise<void>;
}

export interface PortalOptions {
  config: Config;
  log: Log;
  databaseUrl: string;
  /** A replica from which this process also reads; null or left out for none. */
  readUrl?: string | null;
  /** Given by tests. The default is the real clock, or in development the one that `clock advance` moves. */
  clock?: Clock;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Who runs the command of the terminal, for the audit log. */
  operator?: string;
}

/**
 * Connects everything that one process needs.
 * @throws if the database cannot be reached; StartError if production would work with a role that owns its tables, or
 * if the key that encrypts has the id of another one that was used before
 */
export async function openPortal(parts: PortalParts, options: PortalOptions): Promise<Portal> {
  const { config, log } = options;
  const directUrl = config.databaseDirectUrl ?? options.databaseUrl;
  if (config.environment === 'production') await requireRestrictedRole(directUrl);
  const endTracing = await startTracing(config, options.applicationName);
  const { orm, pool, readingPool, replicaPool, healthPool } = await createOrm({
    databaseUrl: options.databaseUrl,
    readUrl: options.readUrl ?? null,
    pooled: config.databaseDirectUrl !== null,
    entities: parts.entities,
    poolSize: config.databasePool,
    applicationName: options.applicationName,
  });
  const db = openDatabase(pool);
  const notifications = new Notifications({ connectionString: directUrl }, log);
  await notifications.start();
  const clock = options.clock ?? (await openClock(config, db, notifications));
  const keys = new KeyRing({
    active: config.keyRing.active,
    keys: config.keyRing.keys,
    lookupKey: config.lookupKey,
    signingKeys: config.signingKeys,
  });
  const providers = new Providers({ db, clock, log, notifications });
  await providers.start();
  const outside = await parts.openOutside({ config, db, clock, keys, providers });
  await noteActiveKey({ keys, db, log, storage: outside.storage }, clock.now());
  const eventLoop = watchEventLoop(log);
  const replica = replicaPool && (await Replica.open(replicaPool, healthPool, log));
  const pools = {
    writing: pool,
    reading: readingPool,
    ...(replicaPool ? { replica: replicaPool } : {}),
  };
  const opened = await openMetrics(config, { pools, eventLoop, replica });
  const counted = (transport: MailTransport) => opened?.metrics.counting(transport) ?? transport;
  const subscriptions = Map.groupBy(parts.subscriptions, (subscription) => subscription.event);

  const mailer = new Mailer({
    transport: counted(outside.mail),
    securityTransport: counted(outside.securityMail),
    keys,
    brandFor: (host) => parts.mailBrandFor(portal, host),
    findReader: (recipient) => parts.findMailReader(portal, recipient),
    records: {
      begin: (mail) => parts.mailRecords(portal).begin(mail),
      end: (id, state) => parts.mailRecords(portal).end(id, state),
    },
    onDeadMailbox: (address, mailbox) => parts.suppressAddress(portal, address, mailbox),
    onSuppressed: (mail) => log.info(mail, 'mail suppressed'),
  });

  const portal: Portal = {
    config,
    clock,
    log,
    orm,
    pool,
    healthPool,
    eventLoop,
    metrics: opened?.metrics ?? null,
    db,
    readingDb: openDatabase(new ReadBatches(readingPool)),
    replica,
    notifications,
    keys,
    throttles: new Throttles(db, clock),
    mailTo: (recipient, context, letter) => mailer.mailTo(recipient, context, letter),
    providers,
    checkMail: () => outside.mail.check(),
    sms: outside.sms,
    storage: recordedStorage(outside.storage, { db, clock, needsReference }),
    payments: outside.payments,
    calls: new CallTable(parts.calls),
    keyCalls: new KeyCallTable(parts.keyCalls),
    subscriptionsTo: (event) => subscriptions.get(event) ?? [],
    readCaller: parts.callerReader({ pool, db, clock }),
    noteWritten: (sessionId) => parts.noteWritten(portal, sessionId),
    perform: (operation, input, visit, finish) =>
      traced(operation.name, {}, () => perform(portal, operation, input, visit, finish)),
    transaction: (entry, run) => inTransaction(portal, entry, run),
    reading: (entry, run) => inReading(portal, entry, run),
    work: (name, run) =>
      inTransaction(portal, { visit: portal.systemVisit(name), caller: null, operation: name }, run),
    systemVisit: (name) => systemVisit(portal, name, options.operator ?? null),
    asRefusal: (error, visit, route) => asRefusal(log, parts.constraints, error, visit, route),
    async close() {
      await providers.close();
      if (clock instanceof DevelopmentClock) clock.close();
      for (const transport of [outside.mail, outside.securityMail]) transport.close();
      await notifications.stop();
      portal.eventLoop.stop();
      opened?.close();
      await replica?.close();
      await readingPool.end();
      await healthPool.end();
      await orm.close();
      await endTracing();
    },
  };
  return portal;
}

async function openClock(config: Config, db: Database, notifications: Notifications): Promise<Clock> {
  return config.environment === 'development' ? DevelopmentClock.open(db, notifications) : realClock;
}

/** The visit that is logged and audited for work without a request. */
function systemVisit(portal: Portal, name: string, operator: string | null): Visit {
  return createVisit({
    address: SYSTEM_ADDRESS,
    agent: name,
    host: portal.config.baseHost,
    origin: portal.config.publicUrl,
    polling: false,
    sameOrigin: true,
    cookieHeader: undefined,
    setCookie: () => {},
    secureCookies: portal.config.cookies.secure,
    readCaller: async () => null,
    operator,
  });
}

/** SQLSTATEs with which the database refuses a value. */
const refusedValue = new Set(['22P05', '22021', '22P02', '22001', '22003', '22007', '22008']);

function asRefusal(
  log: Log,
  constraints: ConstraintRefusals,
  error: unknown,
  visit: Visit,
  route: string,
): Refusal {
  const refusal = error instanceof Refusal ? error : refusalOfDatabase(error, constraints);
  if (!refusal) {
    if (error instanceof PoolFull) log.warn({ request: visit.requestId, route }, 'no connection is free');
    else log.error({ err: error, request: visit.requestId, route }, 'failed');
    return isOutOfReach(error)
      ? new Refusal('unavailable', { retryAfter: RETRY_AFTER })
      : new Refusal('failed');
  }
  log.info(
    { request: visit.requestId, route, code: refusal.code, detail: refusal.options.detail },
    'refused',
  );
  return refusal;
}

/** In seconds: when the client may try again. */
const RETRY_AFTER = 2;

function refusalOfDatabase(error: unknown, constraints: ConstraintRefusals): Refusal | null {
  const state = findSqlState(error);
  if (state === null) return null;
  if (state === '23505' || state === '23P01') {
    const detail = findConstraint(error) ?? '';
    return constraints[detail]?.({ detail }) ?? new Refusal('conflict', { detail });
  }
  if (refusedValue.has(state)) return new Refusal('invalid-input', { detail: state });
  return null;
}
