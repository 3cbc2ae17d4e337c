/**
 * The page for whose forms something is kept: its path with its query, because two forms of one path may be about
 * different things (`?applicationid=`).
 * @param search the query of a page or of a request for its data, to which Remix adds names of its own
 */
export function keptPageOf(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['_routes', 'index']) query.delete(name);
  query.sort();
  const path = pathname.replace(/\.data$/, '');
  return query.size > 0 ? `${path}?${query}` : path;
}
