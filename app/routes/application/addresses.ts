/** The address of a step. */
export function pathOf(step: number, applicationid: string | undefined): string {
  return `/user/application/${step}${applicationid ? `?applicationid=${applicationid}` : ''}`;
}

/** Where an unfinished form is sent: its draft is saved, and then the person goes back or leaves. */
export function draftPath(step: number, search: string, to?: 'back' | 'exit'): string {
  const query = new URLSearchParams(search);
  query.set('step', String(step));
  if (to) query.set('to', to);
  return `/user/application/draft?${query}`;
}
