import { z } from 'zod';
import { type Caller, HOUR, hashToken, operation, person, type Work } from '#modules/platform/index.ts';
import { describeAgent } from '../agents.ts';
import { identityAudit } from '../audit.ts';
import { identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { browserCookie } from './cookies.ts';

/** Where a person is signed in, and which browsers skip the second step. */

const place = z.object({
  id: z.uuid(),
  /** 'Chrome on Windows', from the browser's user agent. */
  browser: z.string(),
  /** The network address. Its location is not looked up. */
  address: z.string(),
  last_used_at: z.date(),
  is_current: z.boolean(),
});

export const session = place.extend({ host: z.string(), started_at: z.date(), by_staff: z.boolean() });

export const listSessions = operation({
  name: 'identity.list-sessions',
  summary: "Lists the person's sessions and remembered browsers.",
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    sessions: z.array(session),
    browsers: z.array(place.extend({ remembered_at: z.date(), expires_at: z.date() })),
  }),
  async run(work) {
    return { sessions: await readSessions(work, work.caller), browsers: await readBrowsers(work) };
  },
});

/** Where an account is signed in. @param sessionId the session of whoever asks, if it is one of them */
export async function readSessions(
  { db, now }: Pick<Work, 'db' | 'now'>,
  caller: Pick<Caller, 'accountId' | 'role'> & { sessionId: string | null },
) {
  const since = (idle: number) => new Date(now.getTime() - idle);
  const staffs = since(identityTimings['session.admin-idle']);
  const own = caller.role === 'ADMIN' ? staffs : since(identityTimings['session.idle']);
  const rows = await db
    .selectFrom('session')
    .select(['id', 'agent', 'address', 'host', 'created_at', 'last_used_at', 'admin_account_id'])
    .where('account_id', '=', caller.accountId)
    .where('expires_at', '>', now)
    .where(({ eb, or, and }) =>
      or([
        eb('last_used_at', '>', staffs),
        and([eb('admin_account_id', 'is', null), eb('last_used_at', '>', own)]),
      ]),
    )
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map(({ id, agent, address, host, created_at, last_used_at, admin_account_id }) => ({
    id,
    browser: describeAgent(agent),
    // When staff act as the person, their address is not shown.
    address: admin_account_id ? '' : address,
    host,
    started_at: created_at,
    last_used_at,
    is_current: id === caller.sessionId,
    by_staff: admin_account_id !== null,
  }));
}

async function readBrowsers({ db, now, caller, visit }: Work<{ accountId: string }>) {
  const held = visit.cookies.get(browserCookie);
  const current = held ? hashToken(held) : null;
  const rows = await db
    .selectFrom('trusted_browser')
    .select(['id', 'agent', 'address', 'token_hash', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', caller.accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map(({ id, agent, address, token_hash, created_at, last_used_at, expires_at }) => ({
    id,
    browser: describeAgent(agent),
    address,
    remembered_at: created_at,
    last_used_at,
    expires_at,
    is_current: current?.equals(token_hash) ?? false,
  }));
}

const one = z.object({ id: z.uuid() });
const throttle = { by: 'account', limit: 120, per: HOUR } as const;

/** Ends one session of the person. @throws Refusal not-found */
export const endOneSession = operation({
  name: 'identity.end-one-session',
  summary: 'Signs one browser of the person out.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: one,
  output: z.object({}),
  throttle,
  async run(work, { id }) {
    const { accountId } = work.caller;
    const ended = await work.db
      .deleteFrom('session')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new Refusal('not-found');
    await work.audit({ action: identityAudit.sessionsEnded, about: accountId, detail: { which: 'one' } });
    return {};
  },
});

/** Ends every other session of the person, including those in which staff act as the person. */
export const endOtherSessions = operation({
  name: 'identity.end-other-sessions',
  summary: 'Signs the person out everywhere else.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: z.object({}),
  throttle,
  async run(work) {
    const { accountId, sessionId } = work.caller;
    await work.db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('id', '<>', sessionId)
      .execute();
    await work.audit({ action: identityAudit.sessionsEnded, about: accountId, detail: { which: 'others' } });
    return {};
  },
});

/**
 * The browser will be asked for the second step again, and the sessions that it opened without one end, except for the
 * caller's own.
 * @throws Refusal not-found
 */
export const forgetOneBrowser = operation({
  name: 'identity.forget-one-browser',
  summary: 'Forgets a remembered browser of the person.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: one,
  output: z.object({}),
  throttle,
  async run(work, { id }) {
    const { accountId, sessionId } = work.caller;
    await work.db
      .deleteFrom('session')
      .where('trusted_browser_id', '=', id)
      .where('account_id', '=', accountId)
      .where('id', '<>', sessionId)
      .execute();
    const forgotten = await work.db
      .deleteFrom('trusted_browser')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    if (!forgotten) throw new Refusal('not-found');
    await work.audit({ action: identityAudit.browserForgotten, about: accountId });
    return {};
  },
});
