/** The address of a step. */
export function pathOf(step: number, applicationid: string | undefined): string {
  return `/user/application/${step}${applicationid ? `?applicationid=${applicationid}` : ''}`;
}

/**
 * Where an unfinished form is sent: its draft is saved, and the person goes back, leaves, or stays.
 * @param then.opened when the page was opened, for a draft that the page sends by itself
 */
export function draftPath(
  step: number,
  search: string,
  then: { to: 'back' | 'exit' } | { opened: string },
): string {
  const query = new URLSearchParams(search);
  query.set('step', String(step));
  for (const [name, value] of Object.entries(then)) query.set(name, value);
  return `/user/application/${'to' in then ? 'leave' : 'draft'}?${query}`;
}
