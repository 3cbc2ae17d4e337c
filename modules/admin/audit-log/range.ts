import { brandForHost } from '#modules/enterprise/index.ts';
import { type Caller, DAY, instantOf, type RawBuilder, type Work } from '#modules/platform/index.ts';
import { entriesBetween } from './grid.ts';

const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

/** The dates from `since` to `until`, both included, in the time zone of whoever reads; the terminal's is UTC, as its times. */
export async function rangeOf(
  work: Pick<Work<Caller | null>, 'caller' | 'portal'>,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): Promise<{ where: RawBuilder<boolean>; timeZone: string }> {
  const { portal, caller } = work;
  const timeZone = caller
    ? (caller.timeZone ?? (await brandForHost(portal, portal.config.baseHost)).timeZone)
    : 'UTC';
  const from = since ? instantOf(`${since}T00:00`, timeZone) : null;
  const to = until ? instantOf(`${dayAfter(until)}T00:00`, timeZone) : null;
  return { where: entriesBetween(from, to), timeZone };
}
