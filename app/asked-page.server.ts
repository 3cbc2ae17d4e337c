/** The most pages that an operation lists. */
const MOST = 100_000;

/** The page of a list that an address asks for by `page`; the first one if it asks for none that there can be. */
export function askedPage({ url }: Request): number {
  const page = Number(new URL(url).searchParams.get('page'));
  return Number.isInteger(page) && page > 0 && page <= MOST ? page : 1;
}
