import { newInvite } from '#modules/network/index.ts';
import { fillIn, newApplicant } from '#test/factories/applicants.ts';
import {
  newApplication,
  newCompany,
  newScoreChange,
  newScoredPerson,
  newTeamMember,
} from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import type { TestPortal } from '#test/portal.ts';

/** IdsByTable of rows, by their table. */
export type IdsByTable = Record<string, string[]>;

/** A company with a team, a person connected to it, and a person with unfinished steps of every kind. */
export async function makeOtherTenant(portal: TestPortal): Promise<void> {
  const company = await newCompany(portal, { company_name: 'Borealis Logistics', shieldlink_enabled: true });
  await newTeamMember(portal, company, 'admin');
  const scored = await newScoredPerson(portal);
  const invited = await newPerson(portal);
  for (const { accountId } of [scored, invited]) {
    await company.owner.visitor.perform(newInvite, { touser: accountId });
  }
  const applicant = await newApplicant(portal);
  await fillIn(applicant, '900-00-0002');
  const waiting = await newPerson(portal);
  const application = await newApplication(portal, waiting.accountId, 'newrequiresapproval');
  await newScoreChange(portal, waiting.accountId, application, 'monitorupdate', 'IC02');
}

/**
 * Up to three ids of each table whose key is a uuid, except for tables that all people share (packages, consents,
 * terms).
 */
export async function listIds(portal: TestPortal, except: IdsByTable = {}): Promise<IdsByTable> {
  const { rows: tables } = await portal.pool.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'id' and c.udt_name = 'uuid'
      and c.table_name not in ('terms_version', 'screening_package', 'consent_document', 'outbox_message', 'audit_entry')`);
  const ids: IdsByTable = {};
  for (const { name } of tables) {
    const { rows } = await portal.pool.query<{ id: string }>(
      `select id from "${name}" where id <> all($1) order by id desc limit 3`,
      [except[name] ?? []],
    );
    ids[name] = rows.map(({ id }) => id);
  }
  return ids;
}

/** All ids of each table. */
export async function listAllIds(portal: TestPortal): Promise<IdsByTable> {
  const some = await listIds(portal);
  for (const name of Object.keys(some)) {
    const { rows } = await portal.pool.query<{ id: string }>(`select id from "${name}"`);
    some[name] = rows.map(({ id }) => id);
  }
  return some;
}
