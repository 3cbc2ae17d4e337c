import { expect, test } from 'vitest';
import {
  findAcceptance,
  findTerms,
  findTermsDraft,
  getHome,
  keepAcceptance,
  listMyTerms,
  listSeen,
  listSessions,
  listTermsVersions,
  publishTerms,
  publishTermsDraft,
  recordAccess,
  recordAccessOfMany,
  saveTermsDraft,
  type TermsText,
  withdrawTerms,
} from '#modules/identity/index.ts';
import { DAY, MINUTE, newId, SECOND, sql, type Work } from '#modules/platform/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** Lists of a person: in which order, how long, and of whom. */

const portal = await testPortal();
const inside = <T>(run: (work: Work) => Promise<T>) => portal.work('test.list', run);

test('sessions and remembered browsers are listed with the last used first, fifty at most', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const now = portal.clock.now().getTime();
  const ids = Array.from({ length: 51 }, () => newId());
  const used = ids.map((_, at) => new Date(now - (at + 1) * SECOND));
  const rows = sql`unnest(${sql.val(ids)}::uuid[], ${sql.val(used)}::timestamptz[]) as t (id, used)`;
  const ends = new Date(now + DAY);
  await sql`insert into session (id, account_id, token_hash, created_at, last_used_at, expires_at, address, agent, host)
    select id, ${accountId}, sha256(id::text::bytea), used, used, ${ends}, '', '', '' from ${rows}`.execute(
    portal.db,
  );
  await sql`insert into trusted_browser (id, account_id, token_hash, created_at, last_used_at, expires_at, address, agent, host)
    select id, ${accountId}, sha256(id::text::bytea), used, used, ${ends}, '', '', 'localhost:3000' from ${rows}`.execute(
    portal.db,
  );
  const { sessions, browsers } = await visitor.perform(listSessions, {});
  expect(sessions.filter(({ is_current }) => !is_current).map(({ id }) => id)).toEqual(ids.slice(0, 49));
  expect(browsers.map(({ id }) => id)).toEqual(ids.slice(0, 50));
});

test('accepted terms are listed with the newest first, the person’s own alone', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  for (const kind of ['score', 'purchase'] as const) {
    portal.clock.advance(MINUTE);
    const terms = await inside((work) => findTerms(work, { kind, companyId: null }));
    if (!terms) throw new Error(`no terms of ${kind}`);
    await inside((work) => keepAcceptance(work, person.accountId, terms, { of: 'score' }));
  }
  const kindsOf = async ({ visitor }: typeof person) =>
    (await visitor.perform(listMyTerms, {})).terms.map(({ kind }) => kind);
  expect(await kindsOf(person)).toEqual(['purchase', 'score', 'portal']);
  expect(await kindsOf(other)).toEqual(['portal']);
});

test('who saw a person is listed with the newest first and under the right name, three of them at home', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const company = await newCompany(portal, { company_name: 'Cedar Ridge' });
  const member = await newTeamMember(portal, company, 'admin');
  const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
  const by = async (viewer: string | null, more: Partial<Parameters<typeof recordAccess>[1]>) => {
    portal.clock.advance(SECOND);
    await inside((work) =>
      recordAccess(work, {
        personId: person.accountId,
        viewerAccountId: viewer,
        viewerCompanyId: null,
        kind: 'score',
        ...more,
      }),
    );
  };
  await by(person.accountId, {});
  await by(staff.accountId, { kind: 'staff-report' });
  await by(staff.accountId, { kind: 'staff-transfer' });
  await by(member.accountId, { viewerCompanyId: company.companyId });
  await by(staff.accountId, { kind: 'score' });
  await by(null, { viewerCompanyId: company.companyId, kind: 'api' });
  const names = ['Cedar Ridge', 'Ada Minton', 'Cedar Ridge', 'Our staff', 'Our staff'];
  const { seen } = await person.visitor.perform(listSeen, {});
  expect(seen.map(({ viewer_name }) => viewer_name)).toEqual(names);
  const home = await person.visitor.perform(getHome, {});
  expect(home.seen.map(({ viewer_name }) => viewer_name)).toEqual(names.slice(0, 3));
});

test('whoever saw many people at once is recorded once for each of them and day', async () => {
  const [viewer, ...people] = [
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
  ];
  const ids = people.map(({ accountId }) => accountId);
  for (let turn = 0; turn < 2; turn += 1)
    await inside((work) =>
      recordAccessOfMany(work, sql`select unnest(${sql.val(ids)}::uuid[]) as person_id`, {
        viewerAccountId: viewer?.accountId ?? null,
        viewerCompanyId: null,
        kind: 'export',
      }),
    );
  const { rows } = await sql<{ person_id: string; day: string }>`
    select person_id, day::text from access_entry where viewer_account_id = ${viewer?.accountId}
    order by person_id`.execute(portal.db);
  const day = portal.clock.now().toISOString().split('T')[0];
  expect(rows).toEqual(ids.toSorted().map((person_id) => ({ person_id, day })));
});

test('drafts and versions of terms are of one text of one company, or of the portal', async () => {
  const author = await newStaff(portal);
  const [{ companyId: one }, { companyId: two }] = [await newCompany(portal), await newCompany(portal)];
  const texts: TermsText[] = [
    { kind: 'company', companyId: one },
    { kind: 'company-card', companyId: one },
    { kind: 'company', companyId: two },
    { kind: 'score', companyId: null },
  ];
  const draftsOf = () =>
    Promise.all(
      texts.map(async (text) => (await inside((work) => findTermsDraft(work, text))).draft?.html ?? null),
    );
  const versionsOf = () =>
    Promise.all(
      texts.map(async (text) => {
        const rows = await inside((work) => listTermsVersions(work, text));
        return rows.map(({ html, is_current }) => `${html}${is_current ? ' now' : ''}`).slice(0, 2);
      }),
    );
  const save = (at: number, html: string) =>
    inside((work) => saveTermsDraft(work, texts[at] as TermsText, html, author.accountId));
  for (const [at] of texts.entries()) await save(at, `<p>${at}</p>`);
  await save(2, '<p>two</p>');
  expect(await draftsOf()).toEqual(['<p>0</p>', '<p>1</p>', '<p>two</p>', '<p>3</p>']);
  const [own = ''] = (await versionsOf())[3] ?? [];
  await inside((work) => publishTermsDraft(work, texts[0] as TermsText, author.accountId));
  expect(await draftsOf()).toEqual([null, '<p>1</p>', '<p>two</p>', '<p>3</p>']);
  expect((await versionsOf()).slice(0, 3)).toEqual([['<p>0</p> now'], [], []]);
  for (const at of [1, 2, 3])
    await inside((work) => publishTermsDraft(work, texts[at] as TermsText, author.accountId));
  await inside((work) => publishTerms(work, texts[2] as TermsText, '<p>three</p>'));
  // The same words again are no new version.
  expect(await inside((work) => publishTerms(work, texts[2] as TermsText, '<p>three</p>'))).toBe(2);
  await inside((work) => withdrawTerms(work, texts[1] as TermsText));
  expect(await versionsOf()).toEqual([
    ['<p>0</p> now'],
    ['<p>1</p>'],
    ['<p>three</p> now', '<p>two</p>'],
    ['<p>3</p> now', own.slice(0, -' now'.length)],
  ]);
});

test('what a person accepted of a text is the portal’s present version of it', async () => {
  const [{ accountId }, other] = [await newPerson(portal), await newPerson(portal)];
  const { companyId } = await newCompany(portal);
  const accepted = async (kind: TermsText['kind']) =>
    (await inside((work) => findAcceptance(work, accountId, kind)))?.terms_version_id ?? null;
  const accept = async (who: string, text: TermsText) => {
    const terms = await inside((work) => findTerms(work, text));
    if (!terms) throw new Error('no such terms');
    await inside((work) => keepAcceptance(work, who, terms, { of: 'score' }));
    return terms.id;
  };
  await inside((work) => publishTerms(work, { kind: 'company', companyId }, '<p>Of the company</p>'));
  await accept(accountId, { kind: 'company', companyId });
  await accept(accountId, { kind: 'score', companyId: null });
  await accept(other.accountId, { kind: 'purchase', companyId: null });
  expect([await accepted('company'), await accepted('purchase')]).toEqual([null, null]);
  const present = await accept(accountId, { kind: 'purchase', companyId: null });
  expect(await accepted('purchase')).toBe(present);
  await inside((work) => publishTerms(work, { kind: 'purchase', companyId: null }, '<p>Newer</p>'));
  expect(await accepted('purchase')).toBeNull();
});
