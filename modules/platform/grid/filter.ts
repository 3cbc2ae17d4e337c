import { z } from 'zod';
import type { GridFilterControl } from '../browser.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import { otherSpelling, writtenApostrophes } from '../fields/foldings.ts';
import { hasUsualYear } from '../fields/reading.ts';
import { readSearchTerm, type SearchTerm } from '../fields/search.ts';
import { searchText } from '../fields/text.ts';

interface Option<V extends string = string> {
  value: V;
  label: string;
}

/** A filter of a grid. `name` is used in the address and in the operation's input. */
export interface Filter<N extends string = string, S extends z.ZodType = z.ZodType> {
  name: N;
  schema: S;
  control: Omit<GridFilterControl, 'name' | 'value'>;
  /** The value with which all rows fit. */
  none: string | undefined;
  where(value: string, now: Date): RawBuilder<boolean>;
}

/** The part of an operation's input schema for these filters. */
export type FilterShape<F extends Filter> = { [One in F as One['name']]: One['schema'] };

export function filterShape<F extends Filter>(filters: readonly Filter[]): FilterShape<F> {
  return Object.fromEntries(filters.map(({ name, schema }) => [name, schema])) as FilterShape<F>;
}

/**
 * A pattern for `like` that finds texts containing the words; `%` and `_` in them are escaped. An apostrophe fits
 * whichever the text has, if enough letters are around it for a trigram index.
 */
export function containing(words: string): string {
  const pattern = `%${beginningWith(words)}`;
  return words.split(writtenApostrophes).some((part) => part.length >= 3)
    ? pattern.replaceAll(writtenApostrophes, '_')
    : pattern;
}

/** A pattern for `like` that finds texts beginning with the words. */
export function beginningWith(words: string): string {
  return `${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A pattern in plain letters. `unaccent` would run again for each row that is compared, and it changes nothing in ASCII. */
function folded(pattern: string): RawBuilder<string> {
  return /^[\x20-\x7e]*$/.test(pattern) ? sql`${pattern}` : sql`unaccent(${pattern})`;
}

/**
 * The condition that a text in small plain letters contains a word of a search in one of its spellings (D129). An
 * address has only one.
 */
export function containsWord(plain: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const other = otherSpelling(word);
  // A shorter one is in too many texts.
  const spellings = word.includes('@') || other === word || other.length < 3 ? [word] : [word, other];
  const found = sql.join(
    spellings.map((spelling) => sql`${plain} like ${folded(containing(spelling))}`),
    sql` or `,
  );
  return spellings.length === 1 ? sql`${found}` : sql`(${found})`;
}

/**
 * The condition that a text contains every word of a search, in any case and in any spelling (D129): with or without
 * accents, apostrophes and hyphens, ü also as ue. An index of `lower(text)` and one of `spellings(text)` of the rows that
 * have apostrophes, hyphens or other letters than those of ASCII serve it. An address is found only as it is.
 */
export function containingWords(
  text: RawBuilder<unknown>,
  { words }: Pick<SearchTerm, 'words'>,
): RawBuilder<boolean> {
  // A trigram index cannot be used when every word is shorter than three characters.
  const parts = words.some((word) => word.length >= 3) ? words : [words.join(' ')];
  const small = sql`lower(${text})`;
  const all = (searched: RawBuilder<unknown>) =>
    sql.join(
      parts.map((word) =>
        word.includes('@') ? sql`${small} like ${containing(word)}` : containsWord(searched, word),
      ),
      sql` and `,
    );
  return sql`(${all(small)}
    or (octet_length(${text}) > length(${text}) or strpos(${text}, '''') > 0
      or strpos(${text}, '-') > 0) and ${all(sql`spellings(${text})`)})`;
}

/** A search box. */
export function searchFilter<const N extends string>(options: {
  name: N;
  label: string;
  where: (term: SearchTerm) => RawBuilder<boolean>;
}) {
  return {
    name: options.name,
    schema: searchText().default(''),
    control: { kind: 'search', label: options.label, options: [] },
    none: '',
    where: (typed) => options.where(readSearchTerm(typed)),
  } satisfies Filter<N>;
}

/** A select whose first option shows all rows. */
export function choiceFilter<const N extends string, const V extends string>(options: {
  name: N;
  label: string;
  /** The label of the option that shows all rows, such as 'Any status'. */
  any: string;
  choices: readonly Option<V>[];
  where: (value: V, now: Date) => RawBuilder<boolean>;
}) {
  const schema = z.enum(valuesOf(options.choices)).optional();
  return {
    name: options.name,
    schema,
    control: { kind: 'choice', label: options.label, any: options.any, options: optionsOf(options.choices) },
    none: undefined,
    where: (value, now) => options.where(z.enum(valuesOf(options.choices)).parse(value), now),
  } satisfies Filter<N>;
}

/**
 * A select whose choices depend on data, or none at all: a link sets it. The operation lists the choices, and the page
 * puts them into the control.
 */
export function pickFilter<const N extends string>(options: {
  name: N;
  label: string;
  any: string;
  schema: z.ZodType<string>;
  where: (value: string) => RawBuilder<boolean>;
}) {
  const schema = options.schema.optional();
  return {
    name: options.name,
    schema,
    control: { kind: 'choice', label: options.label, any: options.any, options: [] },
    none: undefined,
    where: options.where,
  } satisfies Filter<N>;
}

/** A date. The operation applies it, because the instant at which a date begins depends on the reader's time zone. */
export function dateFilter<const N extends string>(options: { name: N; label: string }) {
  const schema = z.iso.date().refine(hasUsualYear).optional();
  return {
    name: options.name,
    schema,
    control: { kind: 'date', label: options.label, options: [] },
    none: undefined,
    where: () => sql<boolean>`true`,
  } satisfies Filter<N>;
}

/** A row of links above the grid; the first one shows all rows. */
export function segmentFilter<const N extends string, const V extends string>(options: {
  name: N;
  label: string;
  choices: readonly [Option<'all'>, ...Option<V>[]];
  where: (value: V) => RawBuilder<boolean>;
}) {
  const [all, ...others] = options.choices;
  const narrower = z.enum(valuesOf(others));
  return {
    name: options.name,
    schema: z.enum(['all', ...valuesOf(others)]).optional(),
    control: { kind: 'segment', label: options.label, options: optionsOf([all, ...others]) },
    none: 'all',
    where: (value) => options.where(narrower.parse(value)),
  } satisfies Filter<N>;
}

const optionsOf = (choices: readonly Option[]) => choices.map(({ value, label }) => ({ value, label }));

function valuesOf<V extends string>(choices: readonly Option<V>[]): [V, ...V[]] {
  const [first, ...others] = choices.map(({ value }) => value);
  if (first === undefined) throw new Error('A filter needs choices');
  return [first, ...others];
}
