import { containing, isLongEnough, type RawBuilder, type SearchTerm, sql } from '#modules/platform/index.ts';

/**
 * The condition that an agency's profile number contains the term. Each agency has its own form, and people type and paste
 * the number with its hyphens and spaces or without them, so neither counts.
 * @param number the column, whose expression is written as in the index of the orders
 */
export function profileNumberContains(
  number: RawBuilder<unknown>,
  { compact }: Pick<SearchTerm, 'compact'>,
): RawBuilder<boolean> {
  if (!isLongEnough({ text: compact })) return sql<boolean>`false`;
  return sql<boolean>`lower(translate(${number}, ' _-', '')) like ${containing(compact)}`;
}
