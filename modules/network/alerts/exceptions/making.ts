import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import { instantOf, localTime, newId, operation, sealForPerson } from '#modules/platform/index.ts';
import { networkAudit } from '../../audit.ts';
import { lockPeople } from '../../connections/people.ts';
import { refreshConnections } from '../../connections/refresh.ts';
import { exceptionForm } from '../../forms.ts';
import { networkLimits } from '../../limits.ts';
import { ownedBy } from '../../owner.ts';
import { Refusal } from '../../refusals.ts';
import { alertReader } from '../access.ts';
import { addDays } from '../range.ts';
import { reasonAad } from './reading.ts';

/** Exceptions from the rule of a company, each for one person in its network (D131). */

export const addException = operation({
  name: 'network.add-exception',
  summary: 'Counts one person as in compliance until a day, although the rule says out.',
  access: alertReader('admin'),
  kind: 'write',
  input: exceptionForm.schema,
  output: z.object({}),
  async run(work, { connectionid, reason, last_date }) {
    const { companyId, accountId } = work.caller;
    await lockPeople(work, { connectionIds: [connectionid] });
    const connection = await work.db
      .selectFrom('connection as c')
      .select(['c.id', 'c.account_id', 'c.compliance'])
      .where('c.id', '=', connectionid)
      .where(ownedBy({ companyId }))
      .where('c.connection_type', '=', 'INDIVIDUAL')
      .where('c.removed_at', 'is', null)
      .executeTakeFirst();
    if (!connection?.account_id || connection.compliance === null) throw new Refusal('not-found');
    const { time_zone: timeZone } = await getCompany(work, companyId);
    const today = localTime(work.now, timeZone).slice(0, 10);
    if (last_date < today || last_date > addDays(today, networkLimits['alerts.exception-days'])) {
      throw new Refusal('network.exception-date', { field: 'last_date' });
    }
    const open = await work.db
      .selectFrom('compliance_exception')
      .select('id')
      .where('connection_id', '=', connectionid)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (open) throw new Refusal('network.exception-open');
    const id = newId();
    const { account_id } = connection;
    const sealed = await sealForPerson(
      work.db,
      work.portal.keys,
      account_id,
      reason,
      reasonAad(id),
      work.now,
    );
    // Whoever is erased leaves all networks in the same transaction.
    if (sealed === null) throw new Refusal('not-found', { detail: 'the person was erased' });
    await work.db
      .insertInto('compliance_exception')
      .values({
        id,
        connection_id: connectionid,
        company_id: companyId,
        account_id,
        reason_sealed: sealed,
        made_by_account_id: accountId,
        made_at: work.now,
        last_date,
        ends_at: instantOf(`${addDays(last_date, 1)}T00:00`, timeZone),
      })
      .execute();
    await work.audit({
      action: networkAudit.exceptionAdded,
      object: { type: 'connection', id: connectionid },
      about: account_id,
      detail: { last_date },
    });
    await refreshConnections(work, { connectionIds: [connectionid] });
    return {};
  },
});
