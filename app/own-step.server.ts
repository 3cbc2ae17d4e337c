/** Whether the person came from a page of ours or by their own address bar, and no browser is only loading ahead. */
export function isOwnStep({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site') ?? 'cross-site';
  return ['same-origin', 'none'].includes(site) && !headers.get('Sec-Purpose')?.includes('prefetch');
}
