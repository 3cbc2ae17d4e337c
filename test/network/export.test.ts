import { expect, test } from 'vitest';
import { loader } from '#app/routes/network/export.ts';
import { startExport } from '#modules/network/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';
import { askPage } from '../app/page.ts';

const portal = await testPortal();

/** More rows than one batch of the export; every second row matches the filter. */
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
        ${owner.accountId}, ${work.now}, ${work.now}::timestamptz + interval '30 days', ${work.now}, '', 'code-' || n,
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

test('a viewer exports nothing, a team admin does', async () => {
  const company = await newCompany(portal);
  const [viewer, admin] = [
    await newTeamMember(portal, company, 'viewer'),
    await newTeamMember(portal, company, 'admin'),
  ];
  await expect(viewer.visitor.perform(startExport, {})).rejects.toThrow('role-too-low');
  expect(await admin.visitor.perform(startExport, {})).toEqual({});
});
