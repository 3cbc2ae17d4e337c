import { describe, expect, test } from 'vitest';
import { type Actor, actors, type Portal, sql } from '#modules/platform/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { testPortal } from '#test/portal.ts';
import type { Denial } from './access.ts';
import { makeActors } from './actors.ts';
import { type CheckedPart, checkParts, denialOfPart } from './page-access.ts';
import { listActionsWithoutPage, listPageParts, nameOfPart, type PagePart } from './page-list.ts';
import { expectUnchanged } from './unchanged.ts';

const portal = await testPortal();
const { visitors, accounts } = await makeActors(portal);
const parts = (await listPageParts()).filter(({ page }) => !page.startsWith('/dev/'));

const canaries = { name: 'Kanarienvogel', shieldId: 'FL990000001' };
await sql`update account set lastname = ${canaries.name} where id = any(${[
  accounts['two-step-pending'],
  accounts['staff-password-only'],
]})`.execute(portal.db);
await sql`update session_facts set certification_number = ${canaries.shieldId}, certification_score = 'IC01'
  where account_id = ${accounts['two-step-pending']}`.execute(portal.db);

/** Where a page redirects a session with a missing step. */
const steps: Record<string, RegExp> = {
  'no-session': /^\/login/,
  'two-step-needed': /^\/verify(\?next=|$)/,
  'verification-needed': /^\/register\/verification(\?next=|$)/,
};

/** The values for the parts of an address that begin with a colon. */
const stand: Record<string, string> = {
  userid: accounts.individual ?? '',
  approvalcode: 'unknown',
  token: 'unknown',
  preferencecode: 'unknown',
  linkid: 'unknown',
  outcome: 'new',
  workflowstep: 'next',
  step: '1',
  kind: 'email',
  change: 'primary',
};

/** Queries without which a page would not call its operation. */
const queries: Record<string, string> = {
  '/admin/pipeline/selected': `?action=close&selected=${crypto.randomUUID()}`,
  '/user/network/selected': `?action=remove&selected=${crypto.randomUUID()}`,
};

/** A form whose content does not matter, because the access rule refuses first. */
const unreadable = { [`x${'y'.repeat(200)}`]: '1' };

function paramsOf(page: string): string[] {
  return [...page.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Requests only one loader or action, as anybody can with `?_routes=`. */
function askPart(
  by: Portal,
  { page, intent, handler, part }: PagePart,
  actor: Actor,
  given: Record<string, string> = {},
): Promise<unknown> {
  const known = { ...stand, ...given };
  const params = Object.fromEntries(paramsOf(page).map((name) => [name, known[name] ?? crypto.randomUUID()]));
  const path = page.replaceAll(/:(\w+)\??/g, (_, name: string) => params[name] ?? '');
  return askPage(by, visitors[actor], handler, {
    path: page.startsWith('/') ? path + (queries[page] ?? '') : '/user',
    params,
    ...(part === 'loader' ? {} : { form: { ...(intent ? { intent } : {}), ...unreadable } }),
  });
}

const ask = (part: PagePart, actor: Actor, given?: Record<string, string>) =>
  askPart(portal, part, actor, given);

function statusOf(answer: unknown): number {
  if (answer instanceof Response) return answer.status;
  const init = (answer as { init?: { status?: number } } | null)?.init;
  return init?.status ?? 200;
}

/** Whoever is not logged in is led from there through the mailed link, which says whose invitation it is. */
const byLink = '/teaminvite/:invitecode loader';

function expectDenied(part: string, answer: unknown, denial: Denial, away: '/logout' | '/user' | null): void {
  const to = redirectOf(answer);
  const step = part === byLink && denial.code === 'no-session' ? /^\/link\// : steps[denial.code];
  if (step) expect(to).toMatch(step);
  else if (away) expect(to).toBe(away);
  // A file has no page. Its refusal is shown on the page with the link.
  else if (to !== null)
    expect(to).toMatch(/^\/(?:user(?:\/profile\/privacy|\/network(?:\/adverse)?)?|scoreapproval\/unknown)$/);
  else expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
}

// The page that signs out ends the session of whoever asks.
const { checked, faults } = await checkParts(
  portal,
  parts.filter(({ page }) => page !== '/logout'),
  askPart,
);

test('pages.tsv lists each loader and action for which its operations do not say whom it is for, and no other', () => {
  expect(faults, 'test/checks/pages.tsv, if the change is meant').toEqual([]);
});

const isOfConsole = ({ rules }: CheckedPart) => rules.some(({ access }) => access === 'staff');

describe('a denied page changes no row', () => {
  const unchanged = expectUnchanged(portal);

  test.each(checked)('$page $part is for $access', (part) =>
    unchanged(nameOfPart(part), async () => {
      for (const actor of actors) {
        const denial = denialOfPart(part, actor);
        // Staff who act as a person stay in that session.
        const away = actor === 'staff-as-user' ? '/user' : '/logout';
        if (denial)
          expectDenied(nameOfPart(part), await ask(part, actor), denial, isOfConsole(part) ? away : null);
      }
    }),
  );
});

const asksProvider = ['/user/profile/accounting/cardsetup'];

test.each(checked)('$page $part lets in whom it is for', (part) => {
  for (const actor of actors) {
    if (denialOfPart(part, actor)) continue;
    const answer = part.answers.get(actor);
    // No payment provider runs here, and a page that needs it says so.
    const limit = asksProvider.includes(part.page) ? 504 : 500;
    expect(statusOf(answer), actor).toBeLessThan(limit);
    if (!denialOfPart(part, 'two-step-pending')) continue;
    expect(redirectOf(answer) ?? '', actor).not.toMatch(/^\/(?:login|logout|verify|register)/);
    const stricter = 'refuses somebody whom its operations admit: list it in test/checks/pages.tsv';
    if (!part.listed) expect(statusOf(answer), `${actor}: ${nameOfPart(part)} ${stricter}`).not.toBe(403);
  }
});

/** The parts of an address that are ids of rows. */
const idsOf = (page: string) => paramsOf(page).filter((name) => name === 'userid' || !(name in stand));

test.each(checked.filter(({ page, part }) => part === 'loader' && idsOf(page).length > 0))(
  '$page takes what is no id for one that is not there',
  async (part) => {
    const actor = actors.find((each) => each !== 'anonymous' && !denialOfPart(part, each));
    for (const name of idsOf(part.page)) {
      for (const wrong of ['x', '1', "' or 1=1; --", '%00', `${crypto.randomUUID()}0`]) {
        const unknown = await ask(part, actor ?? 'anonymous', { [name]: crypto.randomUUID() });
        const answer = await ask(part, actor ?? 'anonymous', { [name]: wrong });
        expect([statusOf(answer), redirectOf(answer)], wrong).toEqual([
          statusOf(unknown),
          redirectOf(unknown),
        ]);
        if (redirectOf(answer) === null) expect(statusOf(answer), wrong).toBe(404);
      }
    }
  },
);

test.each(parts)('$page $part tells nothing of a person whose second step is owed', async (part) => {
  if (part.page === '/logout') return;
  for (const actor of ['two-step-pending', 'staff-password-only'] as const) {
    const answer = await ask(part, actor);
    const said = answer instanceof Response ? await answer.text() : JSON.stringify(answer ?? null);
    for (const canary of Object.values(canaries)) expect(said, actor).not.toContain(canary);
  }
});

/** What no plain form is sent to, or what works for everybody, so that nothing can stand in its way. */
const withoutPage = [
  '/grid-columns',
  '/hub/api/*',
  '/login/passkey',
  '/logout',
  '/password-rating',
  '/too-large',
  '/user/application/draft',
  '/user/profile/accounting/cardsetup',
  '/user/purchase/cardpayment',
  '/verify/passkey',
];

test('a form leads to a page, which shows new terms and a change of the account to whoever sent it without script', async () => {
  expect(await listActionsWithoutPage()).toEqual(withoutPage);
});
