import type { EntityManager } from '@mikro-orm/postgresql';
import { type AuditAction, type AuditEntry, writeAudit, writeAudits } from './audit/index.ts';
import type { Caller } from './caller.ts';
import type { Entry, Portal, Work } from './contract.ts';
import { PoolFull } from './database/bounded-queue.ts';
import type { Database, Tables } from './database/sql.ts';
import { requireNotErased } from './erased.ts';
import { enqueueJob, enqueueJobs } from './jobs/index.ts';
import type { Log } from './log.ts';
import { Refusal } from './refusals.ts';

/** PostgreSQL's serialization failure and deadlock: the transaction changed nothing and can simply run again. */
const retriable = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

/** Runs `run` in one transaction, and then, only if it was committed, what was registered with `afterCommit`. */
export async function inTransaction<C, T>(
  portal: Portal,
  entry: Entry<C>,
  run: (work: Work<C>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const committed: (() => void | Promise<void>)[] = [];
    try {
      const result = await portal.orm.em
        .fork()
        .transactional((em) => run(createWork(portal, entry, { em: em as EntityManager, committed })));
      for (const then of committed) await then();
      if (portal.replica) await noteWritten(portal, entry);
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !retriable.has(findSqlState(error) ?? '')) throw error;
    }
  }
}

/**
 * After a commit: the session reads from the primary until the replica has replayed what it wrote (D142). If that cannot
 * be noted, the write still counts.
 */
async function noteWritten(portal: Portal, { visit, operation }: Entry<unknown>): Promise<void> {
  portal.replica?.noteWrite(visit);
  try {
    const caller = await visit.caller();
    if (caller) await portal.noteWritten(caller.sessionId);
  } catch (error) {
    portal.log.warn(
      { err: error, request: visit.requestId, operation },
      'the position of a write was not noted',
    );
  }
}

/**
 * Runs `run` without a transaction, on connections that cannot write. For operations that only read. What may lag is read
 * from the replica, and once more from the primary if that fails.
 */
export async function inReading<C, T>(
  portal: Portal,
  entry: Entry<C>,
  run: (work: Work<C>) => Promise<T>,
): Promise<T> {
  const { replica } = portal;
  const caller = replica && entry.mayLag ? await entry.visit.caller() : null;
  if (!replica || !caller || !replica.mayServe(entry.visit, caller.writtenTo))
    return run(createWork(portal, entry, null));
  try {
    return await run(createWork(portal, entry, null, replica.db));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isLost = isOutOfReach(error);
    if (isLost && !(error instanceof PoolFull)) replica.noteFailure(error);
    // The database refused a statement that is in the way of the replay, or that does not fit a schema that is older there.
    if (isLost || findSqlState(error) !== null) return run(createWork(portal, entry, null));
    throw error;
  }
}

/** SQLSTATEs of a server that refuses or drops connections: class 08, too many, shutting down, starting up. */
const lostConnection = /^(?:08...|53300|57P0[1-5])$/;
/** Node.js error codes of a server that does not answer. */
const lostServer = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether the database or another service cannot be reached, or no connection became free in time. */
export function isOutOfReach(error: unknown): boolean {
  if (lostConnection.test(findSqlState(error) ?? '')) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof PoolFull) return true;
    if (lostServer.has(String((at as { code?: unknown }).code))) return true;
    if (/timeout exceeded when trying to connect|Connection terminated/.test(at.message)) return true;
  }
  return false;
}

/** The SQLSTATE of a database error, also if the mapper wrapped the error. */
export function findSqlState(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** The name of the constraint that refused a write, if one did. */
export function findConstraint(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const constraint = (at as { constraint?: unknown }).constraint;
    if (typeof constraint === 'string') return constraint;
  }
  return null;
}

interface Transaction {
  em: EntityManager;
  /** What runs after the commit. */
  committed: (() => void | Promise<void>)[];
}

function createWork<C>(
  portal: Portal,
  entry: Entry<C>,
  transaction: Transaction | null,
  readingDb: Database = portal.readingDb,
): Work<C> {
  const now = portal.clock.now();
  // Created on first use, because the session check, which is the most frequent operation, needs no log.
  let logger: Log | undefined;
  const db: Database = transaction ? transaction.em.getKysely<Tables>() : readingDb;
  const em = () => {
    if (!transaction)
      throw new Error(`${entry.operation} only reads: the mapper is available only in a transaction`);
    return transaction.em;
  };
  /** What an entry says of the caller and the operation. */
  const auditedAs = async (
    session: Caller | null,
    action: Pick<AuditAction, 'name' | 'reads'>,
    about: string | undefined,
  ) => {
    const byStaff = session?.role === 'ADMIN' || entry.visit.operator !== null;
    if (about && byStaff && !action.reads) await requireNotErased(db, about);
    return {
      action: action.name,
      operation: entry.operation,
      at: now,
      actorId: session?.accountId ?? null,
      adminId: session?.adminAccountId ?? null,
      companyId: session?.companyId ?? entry.visit.key?.companyId ?? null,
      keyId: entry.visit.key?.keyId ?? null,
      operator: entry.visit.operator,
      sessionId: session?.sessionId ?? null,
      requestId: entry.visit.requestId,
      address: entry.visit.address,
      agent: entry.visit.agent,
    };
  };
  const make = <D>(caller: D): Work<D> => ({
    caller,
    visit: entry.visit,
    now,
    get em() {
      return em();
    },
    db,
    portal,
    get log() {
      logger ??= portal.log.child({ request: entry.visit.requestId, operation: entry.operation });
      return logger;
    },
    async rows(query) {
      return (await query.execute(db)).rows;
    },
    async row(query) {
      return (await query.execute(db)).rows[0];
    },
    async publish(type, payload) {
      await em().flush();
      for (const subscription of portal.subscriptionsTo(type.name)) {
        await subscription.run(make(caller), payload);
      }
    },
    async enqueue(job, payload, options) {
      await enqueueJob(db, job, payload, options);
    },
    async enqueueAll(job, payloads) {
      await enqueueJobs(
        db,
        job,
        payloads.map((payload) => ({ payload })),
      );
    },
    async audit({ actorId, adminId, action, ...input }) {
      const held = await entry.visit.caller();
      // A person may sign in with a browser in which somebody else is still signed in. That other session must not be
      // recorded.
      const session = actorId === undefined || actorId === held?.accountId ? held : null;
      const as = await auditedAs(session, action, input.about);
      await writeAudit(db, portal.keys, {
        ...input,
        ...as,
        actorId: actorId ?? as.actorId,
        adminId: adminId ?? as.adminId,
      });
    },
    async auditAll(inputs) {
      const session = await entry.visit.caller();
      const entries: AuditEntry[] = [];
      for (const { action, ...input } of inputs) {
        entries.push({ ...input, ...(await auditedAs(session, action, input.about)) });
      }
      await writeAudits(db, portal.keys, entries);
    },
    afterCommit(run) {
      if (!transaction) throw new Error(`${entry.operation} only reads: there is no commit to wait for`);
      transaction.committed.push(run);
    },
    apart(run) {
      // It would need a second connection while the first is held. If all connections were held like this, the
      // processes would wait for each other forever.
      if (transaction)
        throw new Error(`${entry.operation}: a separate transaction cannot begin inside another one`);
      return portal.transaction({ ...entry, caller }, run);
    },
    as: make,
  });
  return make(entry.caller);
}
