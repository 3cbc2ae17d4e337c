import { expect, test } from 'vitest';
import { loader } from '#app/routes/admin/user.tsx';
import { newApplication, newScoredPerson } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage } from '../page.ts';

/** The page of a record's checks, which the address of the record asks for (doc3 §9). */

const portal = await testPortal();
const staff = await newStaff(portal);
const person = await newScoredPerson(portal, { score: 'IC03' });
for (let made = 0; made < 11; made += 1) await newApplication(portal, person.accountId, 'waituser');

async function shown(query: string) {
  const userid = person.accountId;
  const path = `/admin/user/${userid}?${query}`;
  const record = (await askPage(portal, staff.visitor, loader, { path, params: { userid } })) as Awaited<
    ReturnType<typeof loader>
  >;
  const { rows, address, total } = record.checks;
  const found = rows.map((id) => record.applications.find((each) => each.id === id));
  return {
    address,
    total,
    scores: found.map((check) => check?.icscore ?? null),
    entries: record.audit.entries,
  };
}

test('the checks of a record have pages of ten and are sorted by any column, empty values last', async () => {
  const { address, total, scores } = await shown('');
  expect({ ...address, total, count: scores.length }).toMatchObject({
    sort: 'dts',
    dir: 'desc',
    page: 1,
    rows: 10,
    total: 12,
    count: 10,
  });
  expect((await shown('page=2')).scores).toHaveLength(2);
  expect((await shown('rows=20')).scores).toHaveLength(12);
  for (const dir of ['asc', 'desc']) {
    const sorted = await shown(`sort=icscore&dir=${dir}`);
    expect(sorted.address).toMatchObject({ sort: 'icscore', dir });
    expect(sorted.scores.slice(0, 2)).toEqual(['IC03', null]);
  }
  // An older page of the audit trail is not a page of the checks.
  expect((await shown('entriesbefore=1')).address.before).toBeUndefined();
});
