import { setTimeout as sleep } from 'node:timers/promises';
import { startUserSession } from '#modules/admin/index.ts';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { identityAudit } from '#modules/identity/audit.ts';
import { accountFields, anyPassword } from '#modules/identity/fields.ts';
import {
  createMember,
  getTerms,
  hashPassword,
  keepAcceptance,
  login,
  register,
  registerVerify,
  twoStepVerify,
} from '#modules/identity/index.ts';
import { createAccount } from '#modules/identity/registration.ts';
import { openSession } from '#modules/identity/sessions/sessions.ts';
import { noteBrowser } from '#modules/identity/sign-in/known-browsers.ts';
import { noteLogin } from '#modules/identity/sign-in/last-login.ts';
import { inputOf, type Work } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import type { VisitedPortal, Visitor, VisitorOptions } from '#test/visitor.ts';

/** The password of every account in the tests. */
export const PASSWORD = 'copper-Lantern-2026';

/** In milliseconds: how long a message may take on a busy machine. */
const CODE_LIMIT = 60_000;

let made = 0;

export interface PersonWanted {
  firstname?: string;
  lastname?: string;
  businessname?: string;
  emailaddress?: string;
  mobile?: string;
  password?: string;
}

export interface Registered {
  visitor: Visitor;
  accountId: string;
  emailaddress: string;
  password: string;
}

/** What a new person has unless a test wants something else, and the browser that they use. */
function describe(portal: VisitedPortal, wanted: PersonWanted, options?: VisitorOptions) {
  made += 1;
  const given = {
    firstname: wanted.firstname ?? 'Pat',
    lastname: wanted.lastname ?? `Person${made}`,
    businessname: wanted.businessname ?? '',
    emailaddress: wanted.emailaddress ?? `person${made}-${process.pid}@example.com`,
    mobile: wanted.mobile ?? '5125550100',
    password: wanted.password ?? PASSWORD,
  };
  // Each person has a different network address, so that tests do not share throttles.
  const address = `198.51.${Math.floor(made / 250) % 250}.${made % 250}`;
  return { given, visitor: portal.visitor({ address, ...options }) };
}

/** A person who has submitted the Join form and done nothing else. */
export async function registerPerson(
  portal: VisitedPortal,
  wanted: PersonWanted = {},
  options?: VisitorOptions,
): Promise<Registered> {
  const { given, visitor } = describe(portal, wanted, options);
  await visitor.perform(register, given);
  const caller = await visitor.caller();
  if (!caller) throw new Error('registered, and no session');
  const { emailaddress, password } = given;
  return { visitor, accountId: caller.accountId, emailaddress, password };
}

/** A person who has registered, accepted the terms and verified the address, and is signed in with the second step. */
export async function newPerson(
  portal: VisitedPortal,
  wanted: PersonWanted = {},
  options?: VisitorOptions,
): Promise<Registered> {
  return options?.host
    ? walkThroughRegistration(portal, wanted, options)
    : makeMember(portal, wanted, options);
}

/** Like `newPerson`, with two-step turned off. */
export async function newPersonWithoutTwoStep(
  portal: VisitedPortal,
  wanted: PersonWanted = {},
): Promise<Registered> {
  return makeMember(portal, wanted, {}, { twoStep: false });
}

/** A person who has registered, accepted the terms, and was sent the code. */
export async function registerUnverified(
  portal: VisitedPortal,
  wanted: PersonWanted = {},
  options?: VisitorOptions,
): Promise<Registered & { code: string }> {
  const registered = await registerPerson(portal, wanted, options);
  await registered.visitor.perform(acceptTerms, { accept_terms: 'YES' });
  return { ...registered, code: await newestCode(portal, registered.emailaddress) };
}

/** On a company's host, which may have terms of its own. */
async function walkThroughRegistration(
  portal: VisitedPortal,
  wanted: PersonWanted,
  options: VisitorOptions,
): Promise<Registered> {
  const { code, ...registered } = await registerUnverified(portal, wanted, options);
  await registered.visitor.perform(registerVerify, { code });
  return registered;
}

const registration = inputOf({ ...accountFields, password: anyPassword });

/** Leaves the rows that registration on the portal's own host leaves, in one transaction. */
async function makeMember(
  portal: VisitedPortal,
  wanted: PersonWanted,
  options?: VisitorOptions,
  { twoStep } = { twoStep: true },
): Promise<Registered> {
  const { given, visitor } = describe(portal, wanted, options);
  const { password, businessname = '', ...plain } = registration.parse(given);
  const passwordHash = await hashPassword(portal.config, password);
  const accountId = await visitor.work('test.new-person', async (work) => {
    const id = await createMember(work, { ...plain, businessname, passwordHash }, { twoStep });
    await noteBrowser(work, id);
    return id;
  });
  return { visitor, accountId, emailaddress: plain.emailaddress, password };
}

/** A member of the portal's staff, signed in with both steps. */
export async function newStaff(portal: VisitedPortal, wanted: PersonWanted = {}): Promise<Registered> {
  made += 1;
  const emailaddress = wanted.emailaddress ?? `staff${made}-${process.pid}@example.com`;
  const password = wanted.password ?? PASSWORD;
  const visitor = portal.visitor();
  const passwordHash = await hashPassword(portal.config, password);
  const accountId = await visitor.work('test.new-staff', async (work) => {
    // Like createStaffAccount, without rating the password: that takes longer than everything else here.
    const id = await createAccount(work, {
      emailaddress: emailaddress.toLowerCase(),
      passwordHash,
      firstname: wanted.firstname ?? 'Ada',
      lastname: wanted.lastname ?? `Admin${made}`,
      role: 'ADMIN',
      emailVerifiedAt: work.now,
    });
    await work.audit({ action: identityAudit.staffAccountCreated, about: id });
    await keepAcceptance(work, id, await getTerms(work, 'portal'));
    await completeSignIn(work, id, { twoStep: true });
    return id;
  });
  return { visitor, accountId, emailaddress, password };
}

/** Leaves what a sign-in leaves, with the second step or of an account that has none. */
async function completeSignIn(
  work: Work,
  accountId: string,
  { twoStep }: { twoStep: boolean },
): Promise<void> {
  await openSession(work, { accountId, twoStepAt: twoStep ? work.now : null });
  await noteLogin(work, accountId);
  await noteBrowser(work, accountId);
}

/** Signs an account in without password and code. */
export async function giveSession(visitor: Visitor, emailaddress: string): Promise<void> {
  await visitor.work('test.give-session', async (work) => {
    const account = await work.db
      .selectFrom('account')
      .select(['id', 'two_step_method'])
      .where('emailaddress', '=', emailaddress)
      .executeTakeFirstOrThrow();
    await completeSignIn(work, account.id, { twoStep: account.two_step_method !== 'DISABLED' });
  });
}

/** Signs in from a new browser, with the second step if it is required. */
export async function signIn(
  portal: VisitedPortal,
  { emailaddress, password = PASSWORD }: { emailaddress: string; password?: string },
  visitor: Visitor = portal.visitor(),
): Promise<Visitor> {
  const { twosteprequired } = await visitor.perform(login, { emailaddress, password });
  if (twosteprequired) {
    await visitor.perform(twoStepVerify, { method: 'EMAIL' });
    await visitor.perform(twoStepVerify, { code: await newestCode(portal, emailaddress) });
  }
  return visitor;
}

/** A browser in which a member of staff acts as a person (D16). */
export async function actAs(
  portal: VisitedPortal,
  { accountId }: Pick<Registered, 'accountId'>,
  staff?: Registered,
): Promise<Visitor> {
  const { visitor } = staff ?? (await newStaff(portal));
  await visitor.perform(startUserSession, { userid: accountId, reason: 'A test acts as this person' });
  return visitor;
}

/**
 * Runs the jobs and reads the newest code from the message to an address or number. An earlier code is ignored, because
 * its hash differs.
 */
export async function newestCode(portal: VisitedPortal, to: string): Promise<string> {
  // Another run of the jobs, or a worker, may be processing the job at the same time.
  const limit = Date.now() + CODE_LIMIT;
  while (Date.now() < limit) {
    await portal.runJobs();
    const asked = await lastAsked(portal, to.replace(/^\+1/, ''));
    const codes = (await listOutbox(portal.db, { to })).flatMap(({ code }) => code ?? []);
    const found = codes.find((code) => hashOf(portal, `${asked?.id}:${code}`) === asked?.code_hash);
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`no code was sent to ${to}`);
}

const hashOf = ({ keys }: VisitedPortal, text: string) => keys.lookupHash('identity.code', text);

function lastAsked({ db }: VisitedPortal, destination: string) {
  return db
    .selectFrom('verification_code')
    .select(['id', 'code_hash'])
    .where(({ eb, fn }) => eb(fn<string>('lower', ['destination']), '=', destination.toLowerCase()))
    .where('voided_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What an account stores about its last complete sign-in. */
export async function lastLoginOf(
  portal: VisitedPortal,
  accountId: string,
): Promise<{ at: Date; address: string }> {
  const { rows } = await portal.pool.query<{ at: Date; address: string }>(
    'select last_login_at as at, last_login_address as address from account where id = $1',
    [accountId],
  );
  if (!rows[0]) throw new Error(`no account ${accountId}`);
  return rows[0];
}
