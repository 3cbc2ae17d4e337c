import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { z } from 'zod';
import type { AuditInput } from './audit/index.ts';
import type { Access, Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { KeyRing } from './crypto/index.ts';
import type { Orm } from './database/orm.ts';
import type { Replica } from './database/replica.ts';
import type { Database } from './database/sql.ts';
import type { Query } from './database/statement.ts';
import type { EventLoopWatch } from './event-loop.ts';
import type { EnqueueOptions, JobType } from './jobs/job.ts';
import type { JsonObject } from './json.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/index.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Notifications } from './notifications.ts';
import type { PaymentProvider } from './payments/index.ts';
import type { Providers } from './providers/providers.ts';
import type { Refusal, RefusalOptions } from './refusals.ts';
import type { SmsSender } from './sms/index.ts';
import type { Storage } from './storage/index.ts';
import type { Throttles } from './throttle.ts';
import type { Visit } from './visit.ts';

/*
 * The central types of platform, in one file because they refer to one another: an operation works with a Work, which
 * belongs to a Portal, which runs operations.
 */

/** Something that happened, passed to the modules above in the same transaction. */
export interface EventType<P> {
  name: string;
  /** Only for the compiler: the type of the event's data. */
  readonly payload?: P;
}

/** Runs inside the transaction of the publisher, which is rolled back if it fails or refuses. */
export interface Subscription {
  event: string;
  run(work: Work<unknown>, payload: unknown): Promise<void>;
}

/**
 * What an operation works with: one transaction, one point in time, one caller. The change, its audit entry, the events
 * it publishes and the jobs it enqueues are committed or rolled back together.
 */
export interface Work<C = unknown> {
  readonly caller: C;
  readonly visit: Visit;
  readonly now: Date;
  /**
   * The object-relational mapper, for writing.
   * @throws in a reading operation
   */
  readonly em: EntityManager;
  /** The query builder, on the same connection. */
  readonly db: Database;
  readonly portal: Portal;
  readonly log: Log;
  /** The rows of a declared statement. Queries of the builder run with their own `execute`. */
  rows<T>(query: Query<T>): Promise<T[]>;
  /** The first of them. */
  row<T>(query: Query<T>): Promise<T | undefined>;
  /**
   * Writes the pending changes of the mapper, then runs the subscribers in this transaction. A subscriber may refuse.
   */
  publish<P>(type: EventType<P>, payload: P): Promise<void>;
  enqueue<P>(job: JobType<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** The same for many jobs of one kind, with one statement. */
  enqueueAll<P>(job: JobType<P>, payloads: readonly P[]): Promise<void>;
  /**
   * Set `actorId` and `adminId` only if there is no session yet: when somebody signs in or registers, and when staff
   * begin to act as them.
   */
  audit<D extends JsonObject | null>(
    entry: AuditInput<D> & { actorId?: string; adminId?: string | undefined },
  ): Promise<void>;
  /** The same for many entries of the caller, with one statement. */
  auditAll<D extends JsonObject | null>(entries: readonly AuditInput<D>[]): Promise<void>;
  /**
   * Runs after the commit, for what must not be visible before (a cookie, a notification). Never for changes of state.
   */
  afterCommit(run: () => void | Promise<void>): void;
  /**
   * Runs a separate transaction, for what must survive a refusal (tries, counters). Not possible inside a transaction.
   */
  apart<T>(run: (work: Work<C>) => Promise<T>): Promise<T>;
  /** The same work with another caller, such as that of an access rule or a job. */
  as<D>(caller: D): Work<D>;
}

/** How often something may be requested per key. */
export interface Throttle<I> {
  /** Whose requests are counted together. If `key` is set, it makes the key from the input instead. */
  by?: 'address' | 'account';
  key?(visit: Visit, input: I): string;
  limit: number;
  /** Milliseconds. */
  per: number;
  /** Operations with the same name here are counted together. Without it, each operation has its own count. */
  together?: string;
  /** Only those that were refused count. For a `write`, which takes its hit back when it commits. */
  refusedOnly?: boolean;
}

/**
 * One thing that the portal can do, with everything that protects it. Pages, calls, the CLI and tests all run it
 * through `portal.perform`, so that access rule, schema, throttle and transaction are the same everywhere.
 */
export interface Operation<C, I extends z.ZodType, O extends z.ZodType> {
  /** `module.verb-object`; also its name in the audit log, the logs and the metrics. */
  name: string;
  /** One sentence for the public documentation. */
  summary: string;
  access: Access<C>;
  /**
   * `write` runs in one transaction. `read` runs without one, on connections on which PostgreSQL refuses every write.
   * `staged` begins like `read` and opens transactions with `work.apart`; it is for slow hashing, and for counts that
   * must survive a refusal.
   */
  kind: 'read' | 'write' | 'staged';
  /**
   * For a reading operation: it may be answered from a replica, so what others wrote in the last seconds may be missing
   * (D142). Never for sessions, roles, sharing, suspension and money, or for what a decision rests on.
   */
  mayLag?: boolean | undefined;
  input: I;
  /** The refusal for wrong input, if the documents give a text for it; otherwise `invalid-input`. */
  invalidAs?: ((options: RefusalOptions) => Refusal) | undefined;
  output: O;
  throttle?: Throttle<z.output<I>> | undefined;
  /**
   * Refuses files that may not be sent now, such as for a closed case. It runs before any byte of them is read, and gets
   * the ids in the address of the page; `run` checks the same again.
   */
  ready?(work: Work<C>, about: unknown): Promise<void>;
  /** Refused in an admin session: password, two-step, card, consent, acceptance (D16). */
  inPersonOnly?: boolean | undefined;
  run(work: Work<C>, input: z.output<I>): Promise<z.output<O>>;
}

export type AnyOperation = Operation<unknown, z.ZodType, z.ZodType>;
export type InputOf<T> = T extends Operation<infer _C, infer I, infer _O> ? z.input<I> : never;
export type OutputOf<T> = T extends Operation<infer _C, infer _I, infer O> ? z.output<O> : never;

/** One row of a module's table of calls: the method and path under /hub/api of an operation. */
export interface Call {
  method: 'GET' | 'POST';
  /** Under /hub/api, e.g. `/user/register`. */
  path: string;
  operation: AnyOperation;
  /** A GET that changes something, and therefore is accepted only from our own pages (D35). */
  changesState?: boolean;
  /**
   * Bytes of the body, if it may be larger than that of other calls. Access and throttle are then checked before it is
   * read.
   */
  largestBody?: number;
  /** Also available on hosts that the portal does not serve (D15). */
  onAnyHost?: boolean;
}

/** One row of a module's table of calls for companies: a call under /api/v1 with a key (D135). */
export interface KeyCall {
  /** Method and path under /api/v1, with parameters: `GET /connections/:connectionid`. */
  route: `${'GET' | 'POST'} /${string}`;
  operation: AnyOperation;
  /** The field of the input that takes the body if it consists of lines of JSON; the rest is in the query. */
  lines?: string;
  /** Bytes of the body, if it may be larger than that of other calls. */
  largestBody?: number;
}

/** The calls for companies of all modules. */
export interface KeyCallDirectory {
  readonly rows: readonly KeyCall[];
  /** @returns the call, and the values of its path's parameters by their names */
  find(method: string, path: string): { call: KeyCall; params: Record<string, string> } | undefined;
}

/** The calls of all modules. */
export interface CallDirectory {
  readonly rows: readonly Call[];
  find(method: string, path: string): Call | undefined;
}

/** Who starts a piece of work, and under which name. */
export interface Entry<C> {
  visit: Visit;
  caller: C;
  /** The name of the operation or job, for the log and the audit log. */
  operation: string;
  /** As in the operation. */
  mayLag?: boolean | undefined;
}

/** What all parts of one process share. It is created once at the start. */
export interface Portal {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** One connection for the readiness checks. */
  readonly healthPool: pg.Pool;
  readonly eventLoop: EventLoopWatch;
  /** null unless something asks for them. */
  readonly metrics: Metrics | null;
  /** The query builder over the pool, outside any transaction. */
  readonly db: Database;
  /** The same, over connections that cannot write. */
  readonly readingDb: Database;
  /** null unless this process also reads from a replica. */
  readonly replica: Replica | null;
  readonly notifications: Notifications;
  readonly keys: KeyRing;
  readonly throttles: Throttles;
  readonly mailTo: Mailer['mailTo'];
  /** @throws if mails cannot be handed over now */
  /** The outside services: whether they answer. */
  providers: Providers;
  checkMail(): Promise<void>;
  readonly sms: SmsSender;
  readonly storage: Storage;
  readonly payments: PaymentProvider;
  readonly calls: CallDirectory;
  readonly keyCalls: KeyCallDirectory;

  subscriptionsTo(event: string): readonly Subscription[];
  /** The person whose session a visit carries, read with one indexed query (D10). */
  readCaller(visit: Visit): Promise<Caller | null>;
  /** Notes for the session how far a replica must have come before it may read from it again (D142). */
  noteWritten(sessionId: string): Promise<void>;
  /** Runs an operation for a request, with its access rule, schema, throttle and transaction. */
  perform<C, I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<C, I, O>,
    input: z.input<I>,
    visit: Visit,
    finish?: (db: Database, output: z.output<O>) => Promise<void>,
  ): Promise<z.output<O>>;
  transaction<C, T>(entry: Entry<C>, run: (work: Work<C>) => Promise<T>): Promise<T>;
  reading<C, T>(entry: Entry<C>, run: (work: Work<C>) => Promise<T>): Promise<T>;
  /**
   * A transaction that is not part of a request: of a job, the CLI, or the demo data. `name` is its name in the log and
   * the audit log.
   */
  work<T>(name: string, run: (work: Work<null>) => Promise<T>): Promise<T>;
  /** The visit of work that is no request; in the terminal it names the operator. */
  systemVisit(name: string): Visit;
  /** The refusal that the person gets for an error. Logs the error, with its cause, if it is our fault. */
  asRefusal(error: unknown, visit: Visit, route: string): Refusal;
  close(): Promise<void>;
}
