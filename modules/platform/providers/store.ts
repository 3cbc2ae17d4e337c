import { type ProviderName, providerNames } from '../browser.ts';
import { column } from '../database/column.ts';
import { type Database, sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import { notify } from '../notifications.ts';

/** The channel on which the processes tell each other that a service rests, or is asked again. */
export const providerChannel = 'provider-state';

const opening = statement({
  name: 'platform.open-provider',
  row: {},
  sql: (provider: ProviderName, now: Date, until: Date, words: string) => sql`
    insert into provider_state (provider, open_since, next_try_at, last_failure_at, last_failure)
    values (${provider}, ${now}::timestamptz, ${until}::timestamptz, ${now}::timestamptz, ${words})
    on conflict (provider) do update set open_since = coalesce(provider_state.open_since, excluded.open_since),
      next_try_at = excluded.next_try_at, last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure`,
});

const failing = statement({
  name: 'platform.fail-provider',
  row: {},
  sql: (provider: ProviderName, now: Date, words: string) => sql`
    insert into provider_state (provider, last_failure_at, last_failure)
    values (${provider}, ${now}::timestamptz, ${words})
    on conflict (provider) do update set last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure`,
});

const claiming = statement({
  name: 'platform.claim-provider',
  row: { provider: column.text },
  sql: (provider: ProviderName, now: Date, next: Date) => sql`
    update provider_state set next_try_at = ${next}::timestamptz
    where provider = ${provider} and open_since is not null and next_try_at <= ${now}::timestamptz
    returning provider`,
});

/** The calls of one hour. */
export interface Counted {
  calls: number;
  failures: number;
  milliseconds: number;
}

const counting = statement({
  name: 'platform.count-provider',
  row: {},
  sql: (provider: ProviderName, hour: Date, { calls, failures, milliseconds }: Counted) => sql`
    insert into provider_hour (provider, hour, calls, failures, milliseconds)
    values (${provider}, ${hour}::timestamptz, ${calls}::int, ${failures}::int, ${milliseconds}::bigint)
    on conflict (provider, hour) do update set calls = provider_hour.calls + excluded.calls,
      failures = provider_hour.failures + excluded.failures,
      milliseconds = provider_hour.milliseconds + excluded.milliseconds`,
});

const answering = statement({
  name: 'platform.answer-provider',
  row: {},
  sql: (provider: ProviderName, at: Date, ms: number) => sql`
    insert into provider_state (provider, last_answer_at, last_answer_ms)
    values (${provider}, ${at}::timestamptz, ${ms}::int)
    on conflict (provider) do update set last_answer_at = excluded.last_answer_at, last_answer_ms = excluded.last_answer_ms
    where provider_state.last_answer_at is null or provider_state.last_answer_at <= excluded.last_answer_at`,
});

/** Reads and writes what the processes know together. */
export class ProviderStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async open(provider: ProviderName, now: Date, until: Date, words: string): Promise<void> {
    await opening(provider, now, until, words).execute(this.#db);
    await notify(this.#db, providerChannel, provider);
  }

  async close(provider: ProviderName): Promise<void> {
    await this.#db
      .updateTable('provider_state')
      .set({ open_since: null, next_try_at: null })
      .where('provider', '=', provider)
      .execute();
    await notify(this.#db, providerChannel, provider);
  }

  async failed(provider: ProviderName, now: Date, words: string): Promise<void> {
    await failing(provider, now, words).execute(this.#db);
  }

  /** @returns whether this process may try it now */
  async claim(provider: ProviderName, now: Date, next: Date): Promise<boolean> {
    return (await claiming(provider, now, next).execute(this.#db)).rows.length > 0;
  }

  /** @param hour the start of the hour in which the calls were made */
  async count(
    provider: ProviderName,
    hour: Date,
    counted: Counted,
    answer: { at: Date; ms: number } | null,
  ): Promise<void> {
    await counting(provider, hour, counted).execute(this.#db);
    if (answer) await answering(provider, answer.at, answer.ms).execute(this.#db);
  }

  /** Until when each service that rests is not asked. */
  async listOpen(): Promise<Map<ProviderName, Date>> {
    const rows = await this.#db
      .selectFrom('provider_state')
      .select(['provider', 'next_try_at'])
      .where('next_try_at', 'is not', null)
      .execute();
    return new Map(
      rows.flatMap(({ provider, next_try_at }) => {
        const name = providerNames.find((each) => each === provider);
        return name && next_try_at ? [[name, next_try_at] as const] : [];
      }),
    );
  }
}
