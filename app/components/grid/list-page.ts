/**
 * The last page in place of one beyond it: whose last row has just left the list, say.
 * @param list the rows of a page and how many there are on all
 */
export async function listPage<T extends { rows: unknown[]; total: number }>(
  { page, rows }: { page: number; rows: number },
  list: (page: number) => Promise<T>,
): Promise<{ found: T; page: number }> {
  const found = await list(page);
  const last = Math.max(1, Math.ceil(found.total / rows));
  if (found.rows.length > 0 || page <= last) return { found, page };
  return { found: await list(last), page: last };
}
