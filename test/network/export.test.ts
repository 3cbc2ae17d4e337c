import { expect, test } from 'vitest';
import { loader } from '#app/routes/network/export.ts';
import { listAccess } from '#modules/identity/index.ts';
import { acceptInvite, newInvite, readExport, startExport } from '#modules/network/index.ts';
import { sql } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';
import { askPage } from '../app/page.ts';

const portal = await testPortal();

/** More rows than one batch of the export. Every second row matches the filter. */
const ROWS = 4200;

async function namesIn(answer: unknown): Promise<string[]> {
  if (!(answer instanceof Response)) throw new Error('no file');
  const [head, ...lines] = (await answer.text()).trim().split('\r\n');
  expect(head).toContain('Name');
  return lines.map((line) => line.split(',')[0] ?? '');
}

test('an export keeps its filter and its order to the last batch, and holds every row once', async () => {
  const { companyId, owner } = await newCompany(portal);
  await portal.work('test.fill', (work) =>
    rowsOf(
      work,
      sql`
      insert into connection (id, owner_company_id, to_firstname, to_lastname, to_email, invited_by_account_id,
        invited_at, invite_expires_at, shared_at, code_sealed, code_hash, status, sort_name, search_text)
      select gen_random_uuid(), ${companyId}, name, lpad(n::text, 5, '0'), name || n || '@example.com',
        ${owner.accountId}, ${work.now}, ${work.now}::timestamptz + interval '30 days', ${work.now}, ${someSealed}, 'code-' || n,
        'INVITE', lpad(n::text, 5, '0') || ' ' || name, name || ' ' || lpad(n::text, 5, '0')
      from generate_series(1, ${ROWS}) n, lateral (select case n % 2 when 0 then 'even' else 'odd' end as name) named`,
    ),
  );
  const numbers = (first: number, step: number) =>
    Array.from({ length: Math.ceil((ROWS - first + 1) / step) }, (_, at) => first + at * step);
  const filtered = await namesIn(
    await askPage(portal, owner.visitor, loader, { path: '/user/network.csv?q=odd' }),
  );
  expect(filtered).toEqual(numbers(1, 2).map((n) => `odd ${String(n).padStart(5, '0')}`));
  const all = await namesIn(await askPage(portal, owner.visitor, loader, { path: '/user/network.csv' }));
  expect(all.map((name) => Number(name.split(' ')[1]))).toEqual(numbers(1, 1));
});

test('a batch of an export records the access to the scores that it holds, and to no others', async () => {
  const company = await newCompany(portal);
  const people = await Promise.all(['Aaa', 'Bbb'].map((lastname) => newScoredPerson(portal, { lastname })));
  const ids = [];
  for (const { visitor, shieldId } of people) {
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: shieldId });
    await visitor.perform(acceptInvite, { inviteid });
    ids.push(inviteid);
  }
  const seen = () =>
    Promise.all(
      people.map(async ({ accountId }) => {
        const entries = await portal.work('test.seen', (work) => listAccess(work, accountId, 10));
        return entries.map(({ kind }) => kind);
      }),
    );
  const { visitor } = company.owner;
  await visitor.perform(startExport, {});
  expect(await seen()).toEqual([[], []]);
  const { sort_name: value } = await connectionRow(portal, ids[0] ?? '');
  const place = Buffer.from(JSON.stringify({ sort: 'name', value, id: ids[0] })).toString('base64url');
  await visitor.perform(readExport, { after: place });
  expect(await seen()).toEqual([[], ['export']]);
  await visitor.perform(readExport, {});
  expect(await seen()).toEqual([['export'], ['export']]);
});

test('a viewer exports nothing, a team admin does', async () => {
  const company = await newCompany(portal);
  const [viewer, admin] = [
    await newTeamMember(portal, company, 'viewer'),
    await newTeamMember(portal, company, 'admin'),
  ];
  await expect(viewer.visitor.perform(startExport, {})).rejects.toThrow('role-too-low');
  expect(await admin.visitor.perform(startExport, {})).toEqual({});
});
