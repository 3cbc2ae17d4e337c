import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import type { AuditInput } from './audit/index.ts';
import type { Database } from './database/sql.ts';
import type { EventType } from './events.ts';
import type { EnqueueOptions, JobType } from './jobs/index.ts';
import type { Log } from './log.ts';
import type { Portal } from './portal.ts';
import type { Visit } from './visit.ts';

/**
 * What an operation works with: one transaction, one instant, one caller. State change, audit entry, published event
 * and enqueued job commit or roll back together.
 */
export interface Work<C = unknown> {
  readonly caller: C;
  readonly visit: Visit;
  readonly now: Date;
  readonly em: EntityManager;
  /** The query builder on the same connection. */
  readonly db: Database;
  readonly portal: Portal;
  readonly log: Log;
  rows<T>(query: RawBuilder<T>): Promise<T[]>;
  row<T>(query: RawBuilder<T>): Promise<T | undefined>;
  /** Runs the subscribers in this transaction; one of them may refuse. */
  publish<P>(type: EventType<P>, payload: P): Promise<void>;
  enqueue<P>(job: JobType<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** `actorId` only where the session does not exist yet: the person who signs in or registers. */
  audit(entry: AuditInput & { actorId?: string }): Promise<void>;
  /** Once committed: for what must not be seen before (a cookie, a notification). Never for state. */
  afterCommit(run: () => void | Promise<void>): void;
  /** A transaction of its own, for what must survive a refusal: tries, counters. */
  apart<T>(run: (work: Work<C>) => Promise<T>): Promise<T>;
  /** The same work for another caller shape: an access rule's, or a job's. */
  as<D>(caller: D): Work<D>;
}
