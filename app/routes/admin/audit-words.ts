import { formatMoney } from '#modules/platform/browser.ts';

/** The query parameter with the entry before which entries are shown. */
export const entriesBefore = 'entriesbefore';

interface Doer {
  actor: string | null;
  /** The admin who acted as that person. */
  admin: string | null;
  address: string | null;
}

/** Who did it and from where. Before sign-in and registration there is no person, and jobs have no address. */
export function doerWords({ actor, admin, address }: Doer): string {
  if (!actor) return address ? `From ${address}` : 'By the portal';
  const session = admin ? ` (${admin}, in an admin session)` : '';
  return `By ${actor}${session}${address ? ` from ${address}` : ''}`;
}

/** `{ from: 'paid', to: 'waituser' }` as 'from: paid, to: waituser'. Empty values are left out. */
export function detailWords(detail: object): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      if (name.endsWith('_cents') && typeof value === 'number')
        return `${nameWords(name.replace(/_cents$/, ''))}: ${formatMoney(value)}`;
      return `${nameWords(name)}: ${valueWords(value)}`;
    })
    .join(', ');
}

const nameWords = (name: string) => name.replaceAll('_', ' ');

/**
 * A name from the code, in which underscores are shown as spaces. Ids do not match, because underscores are a part of
 * them.
 */
const codeName = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(' and ');
  if (typeof value === 'object') return JSON.stringify(value);
  const words = String(value);
  return codeName.test(words) ? nameWords(words) : words;
}
