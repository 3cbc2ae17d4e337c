import { z } from 'zod';
import {
  anyone,
  HOUR,
  hashToken,
  newId,
  newToken,
  operation,
  Port,
  plainText,
  purge,
  type Sweep,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { type Role, secondStepDue } from '../rules.ts';
import { openSession } from '../sessions/sessions.ts';
import { findTrustedBrowser, touchTrustedBrowser } from '../two-step/trusted-browsers.ts';
import { noteBrowser } from './known-browsers.ts';
import { noteLogin } from './last-login.ts';

/*
 * A session belongs to the host that made it (D107). The only way to another host of ours is a hand-off (D15): an
 * address with a token on that host, which works once, for a minute, and from the same network address.
 */

/** Which host a person belongs on, as far as the modules that build on identity know. */
export interface HomeHost {
  /** The host with its port, and its scheme and host. */
  host: string;
  origin: string;
}

interface WhoSignsIn {
  companyId: string | null;
  /** The host on which they registered. */
  registeredHost: string;
}

/** What decides where an account belongs. */
export interface HomeFacts {
  role: Role;
  registered_host: string;
  company_id: string | null;
}

/** The host that a person is sent to after sign-in; null if they stay where they are. */
export const homeHostPort = new Port<(who: WhoSignsIn) => Promise<HomeHost | null>>('home host');

/**
 * Begins a hand-off of a session that was just opened, if the person belongs on another host.
 * @returns the address to go to, or null
 */
export async function beginHandOff(
  work: Pick<Work, 'db' | 'now' | 'visit' | 'portal'>,
  account: HomeFacts,
  sessionId: string,
): Promise<string | null> {
  const home = await homeFor(work, account);
  return home && home.host !== work.visit.host ? handOff(work, sessionId, home) : null;
}

/** The host that a person belongs on; null for staff, and for people who may be on any host. */
export async function homeOf(work: Pick<Work, 'db' | 'portal'>, accountId: string): Promise<HomeHost | null> {
  return homeFor(work, await readHomeFacts(work, accountId));
}

export async function readHomeFacts({ db }: Pick<Work, 'db'>, accountId: string): Promise<HomeFacts> {
  const account = await db
    .selectFrom('account')
    .innerJoin('session_facts', 'session_facts.account_id', 'account.id')
    .select(['role', 'registered_host', 'company_id'])
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Error('The account has no session facts');
  return account;
}

async function homeFor({ portal }: Pick<Work, 'portal'>, account: HomeFacts): Promise<HomeHost | null> {
  if (account.role === 'ADMIN') return null;
  const who = { companyId: account.company_id, registeredHost: account.registered_host };
  return homeHostPort.of(portal)(who);
}

/** Makes the address on another host that takes over a session. */
export async function handOff(
  work: Pick<Work, 'db' | 'now' | 'visit'>,
  sessionId: string,
  home: HomeHost,
): Promise<string> {
  const token = newToken();
  await work.db
    .insertInto('session_hand_off')
    .values({
      id: newId(),
      token_hash: hashToken(token),
      session_id: sessionId,
      target_host: home.host,
      address: work.visit.address,
      expires_at: new Date(work.now.getTime() + identityTimings['hand-off.lifetime']),
    })
    .execute();
  return `${home.origin}/handoff/${token}`;
}

const tokenInput = z.object({ token: plainText(128, 1) });

const findHandOff = (work: Pick<Work, 'db' | 'now' | 'visit'>, token: string) =>
  work.db
    .selectFrom('session_hand_off')
    .innerJoin('session', 'session.id', 'session_hand_off.session_id')
    .where('session_hand_off.token_hash', '=', hashToken(token))
    .where('target_host', '=', work.visit.host)
    .where('session_hand_off.address', '=', work.visit.address)
    .where('session_hand_off.expires_at', '>', work.now);

/**
 * Whether a hand-off can still be redeemed. Asking does not use it up, because mail scanners and previews open
 * addresses as well.
 */
export const checkHandOff = operation({
  name: 'identity.check-hand-off',
  summary: 'Whether a hand-off to this host can still be redeemed.',
  access: anyone,
  kind: 'read',
  input: tokenInput,
  output: z.object({ open: z.boolean() }),
  async run(work, { token }) {
    const found = await findHandOff(work, token).select('session.id').executeTakeFirst();
    return { open: found !== undefined };
  },
});

/**
 * Moves the session to this host; the session on the previous host ends.
 * @throws Refusal identity.hand-off-over
 */
export const redeemHandOff = operation({
  name: 'identity.redeem-hand-off',
  summary: 'Moves a session that was just opened on another host of the portal to this one.',
  access: anyone,
  kind: 'write',
  input: tokenInput,
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token }) {
    const held = await findHandOff(work, token)
      .innerJoin('account', 'account.id', 'session.account_id')
      .select([
        'session.id',
        'session.account_id as accountId',
        'two_step_at as twoStepAt',
        'remembered',
        'trusted_browser_id as browserId',
        'host',
        'admin_account_id',
        'admin_session_id',
        'session.expires_at',
        'role',
        'email_verified_at',
        'two_step_method as twoStepMethod',
      ])
      .forUpdate('session')
      .executeTakeFirst();
    if (!held) throw new Refusal('identity.hand-off-over');
    const { accountId, twoStepAt, role, twoStepMethod } = held;
    // The hand-off is deleted together with its session.
    await work.db.deleteFrom('session').where('id', '=', held.id).execute();
    const admin = adminOf(held);
    // This host may know the browser too: its cookie was not sent to the host where the sign-in began (D13).
    const known = held.browserId || admin ? null : await findTrustedBrowser(work, accountId);
    if (known) await touchTrustedBrowser(work, known);
    // A second step that was due at sign-in is not needed on a host that knows the browser, so the sign-in is complete.
    if (known && !twoStepAt) await noteLogin(work, accountId);
    const remembered = held.remembered || known !== null;
    const browserId = held.browserId ?? known;
    await openSession(work, {
      accountId,
      twoStepAt,
      remembered,
      browserId,
      admin,
      expiresAt: admin && held.expires_at,
    });
    const due = secondStepDue({
      role,
      emailVerified: held.email_verified_at !== null,
      twoStepMethod,
      done: twoStepAt !== null,
      remembered,
    });
    // A person whose second step is due takes it here, which notes the browser. A browser of staff is not the person's.
    if (!due && !admin) await noteBrowser(work, accountId, { tell: false });
    await work.audit({
      action: identityAudit.sessionMoved,
      about: accountId,
      detail: { from: held.host, to: work.visit.host },
      actorId: accountId,
      adminId: admin?.accountId,
    });
    return {};
  },
});

/** The admin who acts in a session as the person (D16). */
function adminOf(held: { admin_account_id: string | null; admin_session_id: string | null }) {
  const { admin_account_id: accountId, admin_session_id: sessionId } = held;
  return accountId && sessionId ? { accountId, sessionId } : undefined;
}

export const handOffSweep: Sweep = purge({
  name: 'identity.hand-offs',
  table: 'session_hand_off',
  key: 'id',
  ended: (now) => sql`expires_at <= ${now}`,
});
