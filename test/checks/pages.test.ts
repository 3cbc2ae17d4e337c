import { describe, expect, test } from 'vitest';
import { type Actor, actors, sql } from '#modules/platform/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { testPortal } from '#test/portal.ts';
import { makeActors } from './actors.ts';
import { type Denial, denialOf } from './call-list.ts';
import { listedPages, listPageParts, type PagePart } from './page-list.ts';
import { expectUnchanged } from './unchanged.ts';

const portal = await testPortal();
const { visitors, accounts } = await makeActors(portal);
const parts = (await listPageParts()).filter(({ page }) => !page.startsWith('/dev/'));
const listed = listedPages();
const nameOf = ({ page, part }: PagePart) => `${page} ${part}`;

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
  workflowstep: 'next',
  step: '1',
  kind: 'email',
  change: 'primary',
};

/** Queries without which a page would not call its operation. */
const queries: Record<string, string> = {
  '/user/network/selected': `?action=remove&selected=${crypto.randomUUID()}`,
};

/** A form whose content does not matter, because the access rule refuses first. */
const unreadable = { [`x${'y'.repeat(200)}`]: '1' };

function paramsOf(page: string): string[] {
  return [...page.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Requests only one loader or action, as anybody can with `?_routes=`. */
function ask(
  { page, intent, handler, part }: PagePart,
  actor: Actor,
  given: Record<string, string> = {},
): Promise<unknown> {
  const known = { ...stand, ...given };
  const params = Object.fromEntries(paramsOf(page).map((name) => [name, known[name] ?? crypto.randomUUID()]));
  const path = page.replaceAll(/:(\w+)\??/g, (_, name: string) => params[name] ?? '');
  return askPage(portal, visitors[actor], handler, {
    path: page.startsWith('/') ? path + (queries[page] ?? '') : '/user',
    params,
    ...(part === 'loader' ? {} : { form: { ...(intent ? { intent } : {}), ...unreadable } }),
  });
}

function statusOf(answer: unknown): number {
  if (answer instanceof Response) return answer.status;
  const init = (answer as { init?: { status?: number } } | null)?.init;
  return init?.status ?? 200;
}

function expectDenied(answer: unknown, denial: Denial, away: '/logout' | '/user' | null): void {
  const to = redirectOf(answer);
  const step = steps[denial.code];
  if (step) expect(to).toMatch(step);
  else if (away) expect(to).toBe(away);
  // A file has no page. Its refusal is shown on the page with the link.
  else if (to !== null)
    expect(to).toMatch(/^\/(?:user(?:\/profile\/privacy|\/network)?|scoreapproval\/unknown)$/);
  else expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
}

test('every loader and action has its line in test/checks/pages.tsv', () => {
  const missing = parts.filter((part) => !listed.has(nameOf(part)));
  expect(
    missing.map(({ page, part }) => `${page}\t${part}\tWHO`),
    'lines to add, with who they are for',
  ).toEqual([]);
  const names = parts.map(nameOf);
  expect([...listed.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

const known = parts.flatMap((part) => {
  const rule = listed.get(nameOf(part));
  return rule ? [{ ...part, ...rule }] : [];
});

describe('a denied page changes no row', () => {
  const unchanged = expectUnchanged(portal);

  test.each(known)('$page $part is for $who', (part) =>
    unchanged(nameOf(part), async () => {
      for (const actor of actors) {
        const denial = denialOf(part, actor);
        // Staff who act as a person stay in that session.
        const away = actor === 'staff-as-user' ? '/user' : '/logout';
        if (denial) expectDenied(await ask(part, actor), denial, part.who === 'staff' ? away : null);
      }
    }),
  );
});

const asksProvider = ['/user/profile/accounting/cardsetup'];

test.each(known)('$page $part lets in whom it is for', async (part) => {
  if (part.page === '/logout') return;
  for (const actor of actors) {
    if (denialOf(part, actor)) continue;
    const answer = await ask(part, actor);
    // No payment provider runs here, and a page that needs it says so.
    const limit = asksProvider.includes(part.page) ? 504 : 500;
    expect(statusOf(answer), actor).toBeLessThan(limit);
    if (part.who !== 'anyone' && part.who !== 'session') {
      expect(redirectOf(answer) ?? '', actor).not.toMatch(/^\/(?:login|logout|verify|register)/);
    }
  }
});

/** The parts of an address that are ids of rows. */
const idsOf = (page: string) => paramsOf(page).filter((name) => name === 'userid' || !(name in stand));

test.each(known.filter(({ page, part }) => part === 'loader' && idsOf(page).length > 0))(
  '$page takes what is no id for one that is not there',
  async (part) => {
    const actor = actors.find((each) => each !== 'anonymous' && !denialOf(part, each));
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
