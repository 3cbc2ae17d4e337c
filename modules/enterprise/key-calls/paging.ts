import { z } from 'zod';
import { Refusal } from '../refusals.ts';

/** Lists of /api/v1 are paged by the id of the last row that a client has (D135). */

const LARGEST_PAGE = 100;

export const pageInput = {
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(20).describe('How many rows.'),
  starting_after: z.uuid().optional().describe('The id of the last row of the page before.'),
};

export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    data: z.array(row),
    has_more: z.boolean().describe('Whether there are more rows after these.'),
  });

/** For a row that is unknown, or another company's: both are answered alike. */
export const unknownCursor = () => new Refusal('enterprise.cursor-unknown', { field: 'starting_after' });
