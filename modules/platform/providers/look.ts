import { z } from 'zod';
import { DAY, HOUR, providerNames } from '../browser.ts';
import type { Work } from '../contract.ts';
import { column } from '../database/column.ts';
import { sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import { purge, type Sweep } from '../sweep.ts';

/** What staff see of the outside services. */

/** How long the counts of an hour are kept. */
export const PROVIDER_HOURS_KEPT = 8 * DAY;

export const providerHoursSweep: Sweep = purge({
  name: 'platform.provider-hours',
  table: 'provider_hour',
  key: 'hour',
  ended: (now) => sql`hour <= ${new Date(now.getTime() - PROVIDER_HOURS_KEPT)}`,
});

/**
 * `down`: it has not answered for some time and is not asked until `next_try_at`. `failing`: the last call failed. `idle`:
 * it was not called in the last day.
 */
const providerStates = ['up', 'failing', 'down', 'idle'] as const;

export const providerLook = z.object({
  provider: z.enum(providerNames),
  state: z.enum(providerStates),
  open_since: z.date().nullable(),
  next_try_at: z.date().nullable(),
  last_answer_at: z.date().nullable(),
  last_answer_ms: z.int().nullable(),
  last_failure_at: z.date().nullable(),
  /** The message of the last failure. */
  last_failure: z.string().nullable(),
  /** Of the last hour and the one before. */
  calls: z.int(),
  failures: z.int(),
  /** The last 24 hours, oldest first: the share of calls that failed; null without calls. */
  hours: z.array(z.number().nullable()),
});
export type ProviderLook = z.output<typeof providerLook>;

const states = statement({
  name: 'platform.provider-states',
  row: {
    provider: column.text,
    open_since: column.instant.nullable(),
    next_try_at: column.instant.nullable(),
    last_answer_at: column.instant.nullable(),
    last_answer_ms: column.integer.nullable(),
    last_failure_at: column.instant.nullable(),
    last_failure: column.text.nullable(),
  },
  sql: () => sql`
    select provider, open_since, next_try_at, last_answer_at, last_answer_ms, last_failure_at, last_failure
    from provider_state`,
});

const hours = statement({
  name: 'platform.provider-hours-of-day',
  row: { provider: column.text, hour: column.instant, calls: column.integer, failures: column.integer },
  sql: (since: Date) => sql`
    select provider, hour, calls, failures from provider_hour where hour > ${since} order by provider, hour`,
});

/** Each outside service, in the order of their names. */
export async function listProviders(work: Pick<Work, 'rows' | 'now'>): Promise<ProviderLook[]> {
  const thisHour = Math.floor(work.now.getTime() / HOUR) * HOUR;
  const known = new Map((await work.rows(states())).map((row) => [row.provider, row]));
  const counted = await work.rows(hours(new Date(thisHour - DAY)));
  return providerNames.map((provider) => {
    const { provider: _name, ...state } = known.get(provider) ?? { ...nothing, provider };
    const own = counted.filter((row) => row.provider === provider);
    const at = (ago: number) => own.find(({ hour }) => hour.getTime() === thisHour - ago * HOUR);
    const recent = [at(0), at(1)].flatMap((row) => row ?? []);
    return {
      provider,
      ...state,
      state: stateOf(state, own.length > 0),
      calls: recent.reduce((sum, { calls }) => sum + calls, 0),
      failures: recent.reduce((sum, { failures }) => sum + failures, 0),
      hours: Array.from({ length: 24 }, (_, index) => {
        const row = at(23 - index);
        return row ? row.failures / row.calls : null;
      }),
    };
  });
}

const nothing = {
  open_since: null,
  next_try_at: null,
  last_answer_at: null,
  last_answer_ms: null,
  last_failure_at: null,
  last_failure: null,
};

function stateOf(
  {
    open_since,
    last_answer_at,
    last_failure_at,
  }: Pick<ProviderLook, 'open_since' | 'last_answer_at' | 'last_failure_at'>,
  called: boolean,
): ProviderLook['state'] {
  if (open_since) return 'down';
  if (last_failure_at && (!last_answer_at || last_failure_at > last_answer_at)) return 'failing';
  return called || last_answer_at ? 'up' : 'idle';
}
