import { z } from 'zod';
import { anyOf, operation, type Sweep } from '#modules/platform/index.ts';
import { networkAudit } from '../../audit.ts';
import { lockPeople } from '../../connections/people.ts';
import { refreshConnections } from '../../connections/refresh.ts';
import { Refusal } from '../../refusals.ts';
import { alertReader } from '../access.ts';

/** An exception ends on its day, or earlier by a member of the company. Whoever is out then goes out, with an alert. */

export const endException = operation({
  name: 'network.end-exception',
  summary: 'Ends an exception from the compliance rule before its day.',
  access: alertReader('admin'),
  kind: 'write',
  input: z.object({ exceptionid: z.uuid() }),
  output: z.object({}),
  async run(work, { exceptionid }) {
    const { companyId, accountId } = work.caller;
    const found = await work.db
      .selectFrom('compliance_exception')
      .select(['connection_id', 'account_id'])
      .where('id', '=', exceptionid)
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    if (!found) throw new Refusal('not-found');
    await lockPeople(work, { accountIds: [found.account_id] });
    const ended = await work.db
      .updateTable('compliance_exception')
      .set({ ended_at: work.now, ended_by_account_id: accountId })
      .where('id', '=', exceptionid)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', work.now)
      .returning('id')
      .executeTakeFirst();
    // It was ended at the same time.
    if (!ended) return {};
    await work.audit({
      action: networkAudit.exceptionEnded,
      object: { type: 'connection', id: found.connection_id },
      about: found.account_id,
    });
    await refreshConnections(work, { connectionIds: [found.connection_id] });
    return {};
  },
});

/** Ends exceptions whose day is over. */
export const dueExceptions: Sweep = {
  name: 'network.due-exceptions',
  size: 200,
  async keys({ db, now }, after, size) {
    const due = db
      .selectFrom('compliance_exception')
      .select('id')
      .where('ended_at', 'is', null)
      .where('ends_at', '<=', now)
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? due : due.where('id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    const due = await work.db
      .selectFrom('compliance_exception')
      .select('connection_id')
      .where('id', '=', anyOf(ids))
      .execute();
    const connectionIds = due.map((each) => each.connection_id);
    await lockPeople(work, { connectionIds });
    const ended = await work.db
      .updateTable('compliance_exception')
      .set(({ ref }) => ({ ended_at: ref('ends_at') }))
      .where('id', '=', anyOf(ids))
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    await refreshConnections(work, { connectionIds });
    return ended.length;
  },
};
