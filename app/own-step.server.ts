/**
 * Whether the person came from one of our pages or through their own address bar, and the browser is not just
 * prefetching.
 */
export function isOwnStep({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site') ?? 'cross-site';
  return ['same-origin', 'none'].includes(site) && !headers.get('Sec-Purpose')?.includes('prefetch');
}
