import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { z } from 'zod';
import type { AuditInput } from './audit/index.ts';
import type { Access, Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { KeyRing } from './crypto/index.ts';
import type { Orm } from './database/orm.ts';
import type { Database } from './database/sql.ts';
import type { Query } from './database/statement.ts';
import type { EventLoopWatch } from './event-loop.ts';
import type { EnqueueOptions, JobType } from './jobs/job.ts';
import type { JsonObject } from './json.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/index.ts';
import type { Notifications } from './notifications.ts';
import type { PaymentProvider } from './payments/index.ts';
import type { Refusal, RefusalOptions } from './refusals.ts';
import type { SmsSender } from './sms/index.ts';
import type { Storage } from './storage/index.ts';
import type { Throttles } from './throttle.ts';
import type { Visit } from './visit.ts';

/*
 * The ground floor's words, in one file because they name one another: an operation works with a Work, which belongs
 * to a Portal, which runs operations.
 */

/** Something that happened, told to the modules above in the same transaction. */
export interface EventType<P> {
  name: string;
  /** Only for the compiler: what the event carries. */
  readonly payload?: P;
}

/** Runs inside the publisher's transaction: its failure or refusal rolls all of it back. */
export interface Subscription {
  event: string;
  run(work: Work<unknown>, payload: unknown): Promise<void>;
}

/**
 * What an operation works with: one transaction, one instant, one caller. State change, audit entry, published event
 * and enqueued job commit or roll back together.
 */
export interface Work<C = unknown> {
  readonly caller: C;
  readonly visit: Visit;
  readonly now: Date;
  /** The mapper, for writing: only in a transaction. @throws in a reading operation */
  readonly em: EntityManager;
  /** The query builder on the same connection. */
  readonly db: Database;
  readonly portal: Portal;
  readonly log: Log;
  /** The rows of a declared statement; a query of the builder runs by its own `execute`. */
  rows<T>(query: Query<T>): Promise<T[]>;
  /** The first of them. */
  row<T>(query: Query<T>): Promise<T | undefined>;
  /** Writes what the mapper holds, then runs the subscribers in this transaction; one of them may refuse. */
  publish<P>(type: EventType<P>, payload: P): Promise<void>;
  enqueue<P>(job: JobType<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** `actorId` and `adminId` only where the session does not exist yet: who signs in or registers, and who acts as them. */
  audit<D extends JsonObject | null>(
    entry: AuditInput<D> & { actorId?: string; adminId?: string | undefined },
  ): Promise<void>;
  /** Once committed: for what must not be seen before (a cookie, a notification). Never for state. */
  afterCommit(run: () => void | Promise<void>): void;
  /** A transaction of its own, for what must survive a refusal: tries, counters. Never inside another. */
  apart<T>(run: (work: Work<C>) => Promise<T>): Promise<T>;
  /** The same work for another caller shape: an access rule's, or a job's. */
  as<D>(caller: D): Work<D>;
}

/** How often one key may ask. */
export interface Throttle<I> {
  /** Whose tries are counted together; `key` makes one from the input instead. */
  by?: 'address' | 'account';
  key?(visit: Visit, input: I): string;
  limit: number;
  /** Milliseconds. */
  per: number;
  /** Operations that give the same name are counted together; otherwise each has a count of its own. */
  together?: string;
}

/**
 * One thing that the portal does, with everything that guards it. Pages, calls, the CLI and tests run it through
 * `portal.perform`, so that the access rule, the schema, the throttle and the transaction are the same for all doors.
 */
export interface Operation<C, I extends z.ZodType, O extends z.ZodType> {
  /** `module.verb-object`, also the name in audit, logs and metrics. */
  name: string;
  /** One sentence for the public documentation. */
  summary: string;
  access: Access<C>;
  /**
   * `write` runs in one transaction. `read` runs without one, on connections on which PostgreSQL refuses every
   * write. `staged` begins like `read` and opens transactions with `work.apart`: for slow hashing, and for counts that
   * must survive a refusal.
   */
  kind: 'read' | 'write' | 'staged';
  input: I;
  /** What wrong input is told, where the documents have words for it; else `invalid-input`. */
  invalidAs?: ((options: RefusalOptions) => Refusal) | undefined;
  output: O;
  throttle?: Throttle<z.output<I>> | undefined;
  /** Not in an admin session: password, two-step, card, consent, acceptance (D16). */
  inPersonOnly?: boolean | undefined;
  run(work: Work<C>, input: z.output<I>): Promise<z.output<O>>;
}

export type AnyOperation = Operation<unknown, z.ZodType, z.ZodType>;
export type InputOf<T> = T extends Operation<infer _C, infer I, infer _O> ? z.input<I> : never;
export type OutputOf<T> = T extends Operation<infer _C, infer _I, infer O> ? z.output<O> : never;

/** One row of a module's call table: where under /hub/api an operation answers. */
export interface Call {
  method: 'GET' | 'POST';
  /** Under /hub/api, e.g. `/user/register`. */
  path: string;
  operation: AnyOperation;
  /** A GET that changes something answers only a fetch of our own pages (D35). */
  changesState?: boolean;
  /** Answers on hosts that the portal does not serve as well (D15). */
  onAnyHost?: boolean;
}

/** The rows of all modules. */
export interface CallDirectory {
  readonly rows: readonly Call[];
  find(method: string, path: string): Call | undefined;
}

/** Who begins a piece of work, and as what. */
export interface Entry<C> {
  visit: Visit;
  caller: C;
  /** The operation's or the job's name, for the log and the audit. */
  operation: string;
}

/** Everything that one process shares: made once at its start, handed to every door. */
export interface Portal {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** One connection for the checks of readiness. */
  readonly healthPool: pg.Pool;
  readonly eventLoop: EventLoopWatch;
  /** The query builder over the pool, outside any transaction. */
  readonly db: Database;
  /** The same over connections that cannot write. */
  readonly readingDb: Database;
  readonly notifications: Notifications;
  readonly keys: KeyRing;
  readonly throttles: Throttles;
  readonly mailTo: Mailer['mailTo'];
  readonly sms: SmsSender;
  readonly storage: Storage;
  readonly payments: PaymentProvider;
  readonly calls: CallDirectory;

  subscriptionsTo(event: string): readonly Subscription[];
  /** Who holds the session that a visit carries; one indexed query (D10). */
  readCaller(visit: Visit): Promise<Caller | null>;
  /** Runs an operation for a request, with its access rule, schema, throttle and transaction. */
  perform<C, I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<C, I, O>,
    input: z.input<I>,
    visit: Visit,
  ): Promise<z.output<O>>;
  transaction<C, T>(entry: Entry<C>, run: (work: Work<C>) => Promise<T>): Promise<T>;
  reading<C, T>(entry: Entry<C>, run: (work: Work<C>) => Promise<T>): Promise<T>;
  /** A transaction that no request asked for: a job, the CLI, the demo data. `name` stands in log and audit. */
  work<T>(name: string, run: (work: Work<null>) => Promise<T>): Promise<T>;
  /** What a failure means for the person; logs what is ours. Never loses the original. */
  asRefusal(error: unknown, visit: Visit, route: string): Refusal;
  close(): Promise<void>;
}
