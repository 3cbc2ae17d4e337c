import type { z } from 'zod';
import { listSharedWithMe } from '#modules/network/index.ts';

const filterSchema = listSharedWithMe.input.pick({ q: true, status: true, score: true, type: true });

/** The filters of a grid's address; one that makes no sense is left out. */
export function filterOf(url: string): Partial<z.input<typeof filterSchema>> {
  const query = new URL(url).searchParams;
  const given = ['q', 'status', 'score', 'type'].flatMap((name) => {
    const value = query.get(name)?.trim();
    return value && !(name === 'type' && value === 'all') ? [[name, value] as const] : [];
  });
  const filter: Record<string, string> = {};
  for (const [name, value] of given) {
    if (filterSchema.safeParse({ [name]: value }).success) filter[name] = value;
  }
  return filter;
}
