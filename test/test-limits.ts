import { expect, test } from 'vitest';
import type { z } from 'zod';

/** What is limited, its greatest value, what has that length or value, and the least one if there is any. */
export type LimitCase = [what: string, most: number, at: (amount: number) => unknown, least?: number];

/** A text of that length. */
export const textOfLength = (length: number) => 'x'.repeat(Math.max(0, length));

/** Takes each part at its greatest and its least amount, and not beyond. */
export function testLimits(schema: z.ZodType, parts: LimitCase[]): void {
  test.each(parts)('%s has at most %i', (_what, most, at, least) => {
    const takes = (amount: number) => schema.safeParse(at(amount)).success;
    expect([takes(most), takes(most + 1)]).toEqual([true, false]);
    if (least !== undefined) expect([takes(least), takes(least - 1)]).toEqual([true, false]);
  });
}
