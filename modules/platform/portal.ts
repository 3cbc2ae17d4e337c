import type pg from 'pg';
import type { z } from 'zod';
import type { Caller } from './caller.ts';
import type { CallTable } from './calls.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { KeyRing } from './crypto/index.ts';
import type { Orm } from './database/orm.ts';
import type { Database } from './database/sql.ts';
import type { Subscription } from './events.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/index.ts';
import type { Notifications } from './notifications.ts';
import type { Operation } from './operation.ts';
import type { PaymentProvider } from './payments/index.ts';
import type { Refusal } from './refusals.ts';
import type { SmsSender } from './sms/index.ts';
import type { Storage } from './storage/index.ts';
import type { Throttles } from './throttle.ts';
import type { Entry } from './transaction.ts';
import type { Visit } from './visit.ts';
import type { Work } from './work.ts';

/** Everything that one process shares: made once at its start, handed to every door. */
export interface Portal {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** The query builder over the pool, outside any transaction. */
  readonly db: Database;
  readonly notifications: Notifications;
  readonly keys: KeyRing;
  readonly throttles: Throttles;
  readonly mail: Mailer;
  readonly sms: SmsSender;
  readonly storage: Storage;
  readonly payments: PaymentProvider;
  readonly calls: CallTable;

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
