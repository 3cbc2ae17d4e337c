import { expect, test } from 'vitest';
import { getQueues } from '#modules/admin/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { newId, sql } from '#modules/platform/index.ts';
import { newApplication, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();
const staff = await newStaff(portal);
const dana = await newPersonWithoutTwoStep(portal, { firstname: 'Dana', lastname: 'Quill' });
const tom = await newPersonWithoutTwoStep(portal, { firstname: 'Tom', lastname: 'Okafor' });
const company = await newCompany(portal);
await company.owner.visitor.perform(newInvite, { touser: dana.emailaddress });
const [connection] = await rowsOf<{ id: string }>(
  portal,
  sql`select id from connection where account_id = ${dana.accountId}`,
);
const applicationId = await newApplication(portal, tom.accountId, 'done');

test.each([
  ['a person', { accountId: dana.accountId }, 'Dana Quill'],
  ['an application', { applicationId, reason: 'late' }, 'Tom Okafor'],
  [
    'a connection and a mail that is not stored yet',
    { connectionId: connection?.id, mailId: newId() },
    'Dana Quill',
  ],
  [
    'a person and their connection',
    { accountId: dana.accountId, connectionId: connection?.id },
    'Dana Quill',
  ],
  ['two people', { accountId: dana.accountId, applicationId }, undefined],
  ['a company', { companyId: company.companyId }, undefined],
  ['nothing', {}, undefined],
])('a job about %s leads to its person', async (about, payload, name) => {
  const job = `test.about-${about.replaceAll(' ', '-')}`;
  await rowsOf(
    portal,
    sql`select graphile_worker.add_job(${job}, ${JSON.stringify(payload)}::json, run_at => now() + interval '1 day')`,
  );
  const { jobs, people } = await staff.visitor.perform(getQueues, { name: job });
  expect(jobs.map(({ id }) => people[id]?.name)).toEqual([name]);
});
