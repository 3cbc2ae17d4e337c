import { expect, it } from 'vitest';
import { listUserAudit, searchUsers } from '#modules/admin/index.ts';
import { writeAudit } from '#modules/platform/audit/index.ts';
import { SECOND } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** Pages after the first: each continues where the previous one ended. */
const portal = await testPortal();
const staff = await newStaff(portal);

it('a search of people has as many on each page as were asked for, none twice and none left out', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal, { firstname: 'Nr00', lastname: 'Pagerson' });
  await portal.pool.query(
    `insert into account
      select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
        'firstname', 'Nr' || lpad(n::text, 2, '0'), 'emailaddress', 'page' || n || '@example.com'))).*
      from account a, generate_series(1, 24) n where a.id = $1`,
    [accountId],
  );
  const page = async (number: number, pagesize: 10 | 20) => {
    const asked = { searchterm: 'pagerson', page: number, pagesize };
    const { results, total, more } = await staff.visitor.perform(searchUsers, asked);
    expect({ total, more }).toEqual({ total: 25, more: false });
    return results.map(({ firstname }) => Number(firstname.slice(2)));
  };
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  expect(await page(1, 10)).toEqual(upTo(0, 9));
  expect(await page(2, 10)).toEqual(upTo(10, 19));
  expect(await page(3, 10)).toEqual(upTo(20, 24));
  expect(await page(4, 10)).toEqual([]);
  expect(await page(2, 20)).toEqual(upTo(20, 24));
});

it('the audit list of a person goes on behind its fiftieth entry, to the last', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const { accountId: userid } = person;
  const start = portal.clock.now().getTime();
  for (let at = 1; at <= 120; at += 1) {
    await writeAudit(portal.db, portal.keys, {
      operation: 'test.page',
      action: 'admin.note-written',
      at: new Date(start + Math.floor(at / 7) * SECOND),
      actorId: null,
      adminId: null,
      companyId: null,
      sessionId: null,
      requestId: null,
      address: null,
      agent: null,
      about: userid,
      detail: { at },
    });
  }
  const pages: number[][] = [];
  let before: string | undefined;
  do {
    const { entries, next } = await staff.visitor.perform(listUserAudit, { userid, before });
    pages.push(entries.map(({ detail }) => Number(detail?.at)));
    before = next ?? undefined;
  } while (before);
  // The oldest entries are from the registration.
  expect(pages.slice(0, 2).map(({ length }) => length)).toEqual([50, 50]);
  expect(pages.flat().slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
  expect(pages.flat().slice(120)).not.toContain(120);
});
