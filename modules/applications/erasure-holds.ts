import type { ErasureHold, ErasureWait, Work } from '#modules/platform/index.ts';
import { cancelApplication } from './closing.ts';
import { closeUnaccepted } from './score/unaccepted.ts';
import { lockApplication, moveApplication } from './status-changes.ts';
import { type ApplicationStatus, stepsOpen } from './statuses.ts';

/** What an erasure waits for in a person's checks (D140). Reasons to wait that only the person can end have an end. */

const reason = 'the person asked to delete the account';

function whileIn(
  wait: ErasureWait,
  statuses: readonly ApplicationStatus[],
  end?: (work: Work<null>, applicationId: string) => Promise<unknown>,
): ErasureHold {
  const find = ({ db }: Pick<Work, 'db'>, accountId: string) =>
    db
      .selectFrom('application')
      .select('id')
      .where('account_id', '=', accountId)
      .where('status', 'in', statuses)
      .orderBy('id')
      .execute();
  return {
    wait,
    isOpen: async (work, { accountId }) => (await find(work, accountId)).length > 0,
    ...(end
      ? {
          async end(work, { accountId }) {
            for (const { id } of await find(work, accountId)) await end(work, id);
          },
        }
      : {}),
  };
}

/** As canceled, also if no step was begun: the money was not returned. */
async function closeUnfinished(work: Work<null>, applicationId: string): Promise<void> {
  const application = await lockApplication(work, applicationId);
  if (application.status === 'paid') await moveApplication(work, application, 'waituser', reason);
  await cancelApplication(work, applicationId, reason);
}

export const applicationHolds: readonly ErasureHold[] = [
  {
    wait: 'chargeback',
    async isOpen({ db }, { accountId }) {
      const held = await db
        .selectFrom('application')
        .select('id')
        .where('account_id', '=', accountId)
        .where('money', '=', 'held')
        .limit(1)
        .executeTakeFirst();
      return held !== undefined;
    },
  },
  {
    wait: 'dispute',
    async isOpen({ db }, { accountId }) {
      const open = await db
        .selectFrom('dispute')
        .select('id')
        .where('account_id', '=', accountId)
        .where('resolved_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return open !== undefined;
    },
  },
  whileIn('check', ['submitted', 'inprogress', 'clearidaction']),
  whileIn('result', ['newrequiresapproval', 'monitorrequiresapproval'], (work, id) =>
    closeUnaccepted(work, id, reason),
  ),
  whileIn('application', stepsOpen, closeUnfinished),
];
