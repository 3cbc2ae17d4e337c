import { instantOf, isBusinessDay, localTime } from '#modules/platform/index.ts';
import { addDays } from '../alerts/range.ts';
import type { Days, Place } from './places.ts';

/**
 * How long a company waits between the two notices of an adverse action (D133). A day counts if it passes in full at the
 * place of work: neither the day of delivery nor a day on which a dispute was open does.
 */

/** While a dispute is open. */
export interface Pause {
  from: Date;
  /** Null while it is open. */
  to: Date | null;
}

export interface Wait {
  place: Pick<Place, 'timeZone' | 'wait' | 'onDispute'>;
  /** When the person got the notice, or the paper notice was posted. */
  delivered: Date;
  /** Calendar days that the company chose. */
  days: number;
  /** In the order in which they began. */
  pauses: readonly Pause[];
}

export interface WaitStanding {
  /** When the company may decide; null while a dispute is open. */
  endsAt: Date | null;
  /** The last day that the person has, `yyyy-MM-dd`; while a dispute is open, as if it ended now. */
  lastDay: string;
  /** How many days count in all, and how many of these have passed. */
  total: number;
  passed: number;
}

export function readWait(wait: Wait, now: Date): WaitStanding {
  const { timeZone } = wait.place;
  const counted = countDays(wait, now);
  const today = localTime(now, timeZone).slice(0, 10);
  const lastDay = counted.at(-1) ?? today;
  return {
    endsAt: wait.pauses.some(({ to }) => to === null) ? null : startOf(addDays(lastDay, 1), timeZone),
    lastDay,
    total: counted.length,
    passed: counted.filter((day) => day < today).length,
  };
}

/** The days that count. A dispute that is open ends at `now`. */
function countDays({ place, delivered, days, pauses }: Wait, now: Date): string[] {
  const least: Days[] = [{ kind: 'calendar', count: days }, ...(place.wait ? [place.wait] : [])];
  const [first] = pauses;
  const began = { place, delivered };
  if (!first || !place.onDispute) return pass(began, least, pauses, now);
  const undisputed = pass(began, least, [], now);
  const end = startOf(addDays(undisputed.at(-1) ?? '', 1), place.timeZone);
  return pass(began, first.from < end ? [...least, ...longer(place)] : least, pauses, now);
}

/** The place's wait together with what a dispute adds. */
function longer({ wait, onDispute }: Wait['place']): Days[] {
  if (!onDispute) return [];
  const count = (wait?.kind === onDispute.kind ? wait.count : 0) + onDispute.count;
  return [{ kind: onDispute.kind, count }];
}

function pass(
  { place: { timeZone }, delivered }: Pick<Wait, 'place' | 'delivered'>,
  least: readonly Days[],
  pauses: readonly Pause[],
  now: Date,
): string[] {
  const counted: string[] = [];
  let business = 0;
  const isOver = () =>
    least.every(({ kind, count }) => (kind === 'calendar' ? counted.length : business) >= count);
  for (let day = localTime(delivered, timeZone).slice(0, 10); !isOver(); ) {
    day = addDays(day, 1);
    const [begin, end] = [startOf(day, timeZone), startOf(addDays(day, 1), timeZone)];
    if (pauses.some(({ from, to }) => from < end && (to ?? now) > begin)) continue;
    counted.push(day);
    if (isBusinessDay(day)) business += 1;
  }
  return counted;
}

const startOf = (date: string, timeZone: string) => instantOf(`${date}T00:00`, timeZone);
