import { formatMoney } from '#modules/platform/browser.ts';

interface Doer {
  actor: string | null;
  /** The admin who acted as that person. */
  admin: string | null;
  address: string | null;
}

/** Who did it and from where; nobody is signed in yet while they sign in or register, and jobs come from nowhere. */
export function doerWords({ actor, admin, address }: Doer): string {
  if (!actor) return address ? `From ${address}` : 'By the portal';
  const session = admin ? ` (${admin}, in an admin session)` : '';
  return `By ${actor}${session}${address ? ` from ${address}` : ''}`;
}

/** `{ from: 'paid', to: 'waituser' }` as 'from: paid, to: waituser'; what is empty is left out. */
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

/** A name as the code has it; an id, where an underscore counts, is none. */
const codeName = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(' and ');
  if (typeof value === 'object') return JSON.stringify(value);
  const words = String(value);
  return codeName.test(words) ? nameWords(words) : words;
}
