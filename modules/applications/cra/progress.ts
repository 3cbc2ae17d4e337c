import { z } from 'zod';

/** How far one search of a check has got, as the agency reports it while it works. */
export const searchProgress = z.object({
  /** What is searched. */
  search: z.string().min(1).max(200),
  /** Jurisdiction or scope. */
  scope: z.string().max(400),
  state: z.enum(['waiting', 'done', 'delayed']),
});
export type SearchProgress = z.output<typeof searchProgress>;

/** What a callback `inprogress` can also say; it may come whenever something changes. */
export const progressFields = {
  /** The day on which the agency expects to be finished, yyyy-MM-dd. */
  estimated_on: z.iso.date().nullable().default(null),
  searches: z.array(searchProgress).max(100).default([]),
};
