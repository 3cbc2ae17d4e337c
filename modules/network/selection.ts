import { z } from 'zod';
import { DAY, operation, pageSizes, type Work } from '#modules/platform/index.ts';
import { carryOut, findObstacle, lockTargets, readTargets, type Target } from './acting.ts';
import { type SelectionAction, selectionActions } from './actions.ts';
import { type NetworkCaller, networkOwner } from './owner.ts';
import { Refusal } from './refusals.ts';

/** How often one invitation may be sent again: by its row and in a selection together. */
const resendLimit = { limit: 3, per: DAY };

/** Counts one sending of an invitation that was proven to be the caller's: a stranger must not use the sendings up. */
export const countSending = ({ portal }: Pick<Work, 'portal'>, id: string) =>
  portal.throttles.hit(`network.resend-invite:${id}`, resendLimit);

/** A selection holds rows of one page. */
const mostSelected = Math.max(...pageSizes);

const input = z.object({
  action: z.enum(selectionActions),
  connectionids: z.array(z.uuid()).min(1).max(mostSelected),
});

const refused = z.array(z.object({ reason: z.string(), count: z.number().int() }));
type Refused = z.output<typeof refused>;

/** What an action would do with the rows that are selected: for the question before it is done. */
export const previewSelection = operation({
  name: 'network.preview-selection',
  summary: 'For how many of the selected connections an action is possible, and why not for the others.',
  access: networkOwner('admin'),
  kind: 'read',
  input,
  output: z.object({ possible: z.number().int(), refused }),
  async run(work, { action, connectionids }) {
    const sorted = sort(work, action, connectionids, await readTargets(work, connectionids));
    return { possible: sorted.possible.length, refused: sorted.refused };
  },
});

/** Does it with the rows for which it is possible, all in one transaction. */
export const actOnSelection = operation({
  name: 'network.act-on-selection',
  summary: 'Resends, cancels or removes the selected connections.',
  access: networkOwner('admin'),
  // Sendings are counted before the transaction, and stay counted if it fails.
  kind: 'staged',
  input,
  output: z.object({ done: z.number().int(), refused }),
  async run(work, { action, connectionids }) {
    const tooOften = action === 'resendinvite' ? await countSendings(work, connectionids) : new Set<string>();
    return work.apart(async (apart) => {
      const targets = await lockTargets(apart, connectionids);
      const sorted = sort(apart, action, connectionids, targets, tooOften);
      await carryOut(apart, action, sorted.possible);
      return { done: sorted.possible.length, refused: sorted.refused };
    });
  },
});

/** @throws Refusal not-found where none of the rows is in the caller's network */
function sort(
  work: Pick<Work<NetworkCaller>, 'caller'>,
  action: SelectionAction,
  ids: readonly string[],
  targets: readonly Target[],
  tooOften: ReadonlySet<string> = new Set(),
): { possible: Target[]; refused: Refused } {
  if (targets.length === 0) throw new Refusal('not-found', { detail: 'no such connections in this network' });
  const reasonOf = (target: Target) =>
    findObstacle(work, action, target) ??
    (tooOften.has(target.id) ? `Sent again ${resendLimit.limit} times within a day already` : null);
  const gone = new Set(ids).size - targets.length;
  const counts = new Map<string, number>(gone > 0 ? [['No longer in your network', gone]] : []);
  const possible = targets.filter((target) => {
    const reason = reasonOf(target);
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === null;
  });
  return { possible, refused: [...counts].map(([reason, count]) => ({ reason, count })) };
}

/** @returns the ids of invitations that were sent again too often */
async function countSendings(
  work: Work<NetworkCaller>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const tooOften = new Set<string>();
  for (const target of await readTargets(work, ids)) {
    if (findObstacle(work, 'resendinvite', target) !== null) continue;
    const { allowed } = await countSending(work, target.id);
    if (!allowed) tooOften.add(target.id);
  }
  return tooOften;
}
