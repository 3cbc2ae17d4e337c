import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Actor, actors } from '#modules/platform/index.ts';

/**
 * Every call that the portal should have, listed from the specification and not from the code: who may use it, and
 * whether it exists or which later area adds it.
 */
export interface ListedCall {
  method: 'GET' | 'POST';
  path: string;
  who: Who;
  /** Refused in an admin session (D16). */
  inPerson: boolean;
  built: boolean;
  area: string;
}

const complete: readonly Actor[] = ['individual', 'viewer', 'team-admin', 'owner', 'staff', 'staff-as-user'];

/** The actors that each word of the list admits. */
export const admitted = {
  anyone: actors,
  session: actors.filter((actor) => actor !== 'anonymous'),
  'second-step': actors.filter(
    (actor) => !['anonymous', 'two-step-pending', 'staff-password-only'].includes(actor),
  ),
  person: complete,
  'network-admin': complete.filter((actor) => actor !== 'viewer'),
  'team-viewer': ['viewer', 'team-admin', 'owner'],
  'team-admin': ['team-admin', 'owner'],
  'team-owner': ['owner'],
  'card-owner': ['owner'],
  staff: ['staff'],
} as const satisfies Record<string, readonly Actor[]>;
export type Who = keyof typeof admitted;

export function listCalls(): ListedCall[] {
  const lines = readFileSync(join(import.meta.dirname, 'calls.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [method, path = '', who = '', state = ''] = line.split('\t');
    const [word = '', inPerson] = who.split(' ');
    if (method !== 'GET' && method !== 'POST')
      throw new Error(`test/checks/calls.tsv: GET or POST begins the line "${line}"`);
    if (!(word in admitted))
      throw new Error(
        `test/checks/calls.tsv: who of "${line}" is one of ${Object.keys(admitted).join(', ')}`,
      );
    return {
      method,
      path,
      who: word as Who,
      inPerson: inPerson === 'in-person',
      built: state === 'built',
      area: state,
    };
  });
}

export interface Denial {
  status: number;
  code: string;
}

/** The answer for an actor who may not use a call (D80); null if they may. */
export function denialOf(
  { who, inPerson }: Pick<ListedCall, 'who' | 'inPerson'>,
  actor: Actor,
): Denial | null {
  const notFound = { status: 404, code: 'not-found' };
  if ((admitted[who] as readonly Actor[]).includes(actor)) {
    return inPerson && actor === 'staff-as-user' ? { status: 403, code: 'not-in-admin-session' } : null;
  }
  if (actor === 'anonymous') return { status: 401, code: 'no-session' };
  if (actor === 'staff-password-only') return { status: 403, code: 'two-step-needed' };
  if (who === 'staff') return notFound;
  if (actor === 'two-step-pending') return { status: 403, code: 'two-step-needed' };
  if (actor === 'unverified') return { status: 403, code: 'verification-needed' };
  const teamMate = actor === 'viewer' || actor === 'team-admin';
  if (who === 'card-owner' && teamMate) return { status: 403, code: 'purchasing.owner-only' };
  const tooLow = who.startsWith('team-') || who === 'network-admin';
  return tooLow && teamMate ? { status: 403, code: 'role-too-low' } : notFound;
}
