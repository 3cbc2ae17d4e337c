import { type Actor, actors } from '#modules/platform/index.ts';

const members: readonly Actor[] = ['viewer', 'team-admin', 'owner'];
const persons: readonly Actor[] = ['individual', ...members, 'staff', 'staff-as-user'];

/** Whom each access rule is for, by its name. Written apart from the rules themselves. */
const admitted: Readonly<Record<string, readonly Actor[]>> = {
  anyone: actors,
  signedIn: actors.filter((actor) => actor !== 'anonymous'),
  secondStepDone: ['unverified', ...persons],
  person: persons,
  staff: ['staff'],
  staffOrTerminal: ['staff'],
  companyOwner: ['owner'],
  'companyMember(owner)': ['owner'],
  'companyMember(admin)': ['team-admin', 'owner'],
  'companyMember(viewer)': members,
  'alertReader(admin)': ['team-admin', 'owner'],
  'alertReader(viewer)': members,
  bulkSender: ['team-admin', 'owner', 'staff'],
  dashboardViewer: members,
  'networkOwner(admin)': persons.filter((actor) => actor !== 'viewer'),
  'networkOwner(viewer)': persons,
  // Keys of companies, and no session.
  anyApiKey: [],
  'apiKey(connections:read)': [],
  'apiKey(people:read)': [],
  'apiKey(invitations:read)': [],
  'apiKey(invitations:write)': [],
  'apiKey(alerts:read)': [],
  'apiKey(adverse_actions:read)': [],
  'apiKey(webhooks:write)': [],
};

/** The actors whom an access rule is for. @throws Error for a rule that is not known here */
export function admittedBy(access: string): readonly Actor[] {
  const found = admitted[access];
  if (!found)
    throw new Error(`test/checks/access.ts: say in \`admitted\` whom the access rule ${access} is for`);
  return found;
}

/** Who may use something: an operation, a call, or a part of a page. */
export interface Rule {
  /** The name of an access rule. */
  access: string;
  /** Refused in an admin session (D16). */
  inPerson: boolean;
}

export interface Denial {
  status: number;
  code: string;
}

/** The answer for an actor whom a rule does not admit (D80); null if it does. */
export function denialOf({ access, inPerson }: Rule, actor: Actor): Denial | null {
  const notFound = { status: 404, code: 'not-found' };
  if (admittedBy(access).includes(actor)) {
    return inPerson && actor === 'staff-as-user' ? { status: 403, code: 'not-in-admin-session' } : null;
  }
  if (actor === 'anonymous') return { status: 401, code: 'no-session' };
  if (actor === 'staff-password-only') return { status: 403, code: 'two-step-needed' };
  if (access.startsWith('staff')) return notFound;
  if (actor === 'two-step-pending') return { status: 403, code: 'two-step-needed' };
  if (actor === 'unverified') return { status: 403, code: 'verification-needed' };
  if (!members.includes(actor)) return notFound;
  return { status: 403, code: access === 'companyOwner' ? 'purchasing.owner-only' : 'role-too-low' };
}
