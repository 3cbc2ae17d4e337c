import { formatMoney } from '#modules/platform/browser.ts';

/** What staff read for each action of the audit log; a test holds it against the actions that the modules write. */
export const auditActions: Record<string, string> = {
  'admin.user-opened': 'Staff opened this record',
  'application.approval-proven': 'Opened the approval link and proved who they are',
  'application.status-changed': 'Application moved on',
  'enterprise.company-created': 'Company made',
  'enterprise.member-added': 'Joined a team',
  'identity.accept-terms': 'Accepted the terms',
  'identity.change-password': 'Changed the password',
  'identity.create-staff-account': 'Staff account made',
  'identity.disable-account': 'Account disabled',
  'identity.enable-account': 'Account enabled',
  'identity.pass-second-step': 'Passed the second step',
  'identity.read-ssn-for-screening': 'SSN read for the screening',
  'identity.refuse-sign-in': 'Sign-in refused',
  'identity.register': 'Registered',
  'identity.save-details': 'Details saved',
  'identity.save-preferences': 'Preferences saved',
  'identity.set-two-step-method': 'Two-step method set',
  'identity.sign-in': 'Signed in',
  'identity.sign-out': 'Signed out',
  'identity.update-profile': 'Profile changed',
  'identity.verify-email': 'E-mail address verified',
  'network.connection-removed': 'Removed from a network',
  'network.exported': 'Listed in an export',
  'network.invitation-accepted': 'Invitation accepted',
  'network.invitation-cancelled': 'Invitation cancelled',
  'network.invitation-ignored': 'Invitation ignored',
  'network.invitation-resent': 'Invitation sent again',
  'network.invited': 'Invited',
  'purchasing.paid': 'Paid',
  'purchasing.started': 'Purchase begun',
};

export function auditWords(action: string): string {
  return auditActions[action] ?? action;
}

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
