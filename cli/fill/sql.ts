import pg from 'pg';
import { checkDigit } from '#modules/platform/index.ts';

/** SQL expressions for the generator. Each depends only on numbers, so that the same input gives the same data. */

/** The tables for which ids are made. Three hexadecimal digits in each id identify the table. */
const idKinds = {
  account: '0a1',
  company: '0c0',
  member: '0c1',
  purchase: '0d0',
  ledger: '0d1',
  application: '0e0',
  order: '0e1',
  change: '0e2',
  monitoring: '0e3',
  score: '0e4',
  connection: '0f0',
  invited: '0f1',
  accepted: '0f2',
  link: '0f3',
  extended: '0f4',
  removed: '0f5',
  alert: '0f6',
  access: '0b0',
  audit: '0b1',
} as const;

/**
 * A UUID of version 7 made from a number. Larger numbers sort later.
 * @param number an SQL expression, up to 2^40
 */
export function id(kind: keyof typeof idKinds, number: string): string {
  return `(lpad(to_hex(1700000000000 + (${number})::bigint), 12, '0') || '7${idKinds[kind]}8' ||
    lpad(to_hex((${number})::bigint), 15, '0'))::uuid`;
}

/**
 * The value of an encrypted column. Only the portal can encrypt, and a value for each row would take longer than all
 * else, so it is one that no key opens.
 */
export const sealed = `'v1.none.${'A'.repeat(38)}'`;

/** The hash of a file that is not stored. */
export const noFile = `'${'0'.repeat(64)}'`;

/**
 * An evenly distributed whole number from 0 to `below - 1`.
 * @param number the number that it depends on
 * @param salt makes several values for the same number differ
 */
export function draw(number: string, salt: number, below: number | string): string {
  return `((hashint8extended((${number})::bigint, ${salt}) & 2147483647) % (${below}))`;
}

/** An entry of a list. Those at the beginning are picked more often. */
export function pickCommon(list: readonly string[], number: string, salt: number): string {
  const share = `((hashint8extended((${number})::bigint, ${salt}) & 2147483647)::float8 / 2147483648.0)`;
  return `(${array(list)})[1 + floor(${list.length} * power(${share}, 1.3))::int]`;
}

/** An entry of a list, each with the same probability. */
export function pick(list: readonly string[], number: string, salt: number): string {
  return `(${array(list)})[1 + ${draw(number, salt, list.length)}]`;
}

function array(list: readonly string[]): string {
  return `array[${list.map((entry) => pg.escapeLiteral(entry)).join(', ')}]::text[]`;
}

/**
 * The state of Damm's check after two more digits, for each of the 10 states and each of the 100 pairs of digits (D4).
 */
const pairs = Array.from({ length: 10 }, (_, state) =>
  Array.from({ length: 100 }, (_, pair) => checkDigit(`${leading(state)}${String(pair).padStart(2, '0')}`)),
).flat();

/** A digit after which the check is in `state`. */
function leading(state: number): string {
  const found = [...'0123456789'].find((digit) => checkDigit(digit) === String(state));
  if (found === undefined) throw new Error(`No digit leads to ${state}`);
  return found;
}

/**
 * Eight digits, different for each number below 10^8, and their check digit.
 * @param number an SQL expression, below 10^8
 */
export function checkedDigits(number: string): string {
  const eight = `(((${number})::bigint * 61803399 + 12345678) % 100000000)`;
  const pair = (at: number) => `((${eight} / ${100 ** (3 - at)}) % 100)`;
  const table = `array[${pairs.join(',')}]`;
  let state = '0';
  for (let at = 0; at < 4; at += 1) state = `(${table})[1 + ${state} * 100 + ${pair(at)}]`;
  return `lpad(${eight}::text, 8, '0') || ${state}::text`;
}

/** An instant as an SQL literal. */
export function instant(at: Date): string {
  return `timestamptz '${at.toISOString()}'`;
}
