import { z } from 'zod';
import { DAY, operation, pageSizes, type Work } from '#modules/platform/index.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { type SelectionAction, selectionActions } from './action-rules.ts';
import {
  type ActionTarget,
  carryOutAction,
  findObstacle,
  isMailedAgain,
  lockActionTargets,
  readActionTargets,
} from './carry-out.ts';

/** How often one invitation may be sent again; sendings from its row and from selections count together. */
const resendLimit = { limit: 3, per: DAY };

/**
 * Counts one sending of an invitation. Call it only once it is certain that the invitation is the caller's, so that
 * others cannot use up its sendings.
 */
export const countSending = ({ portal }: Pick<Work, 'portal'>, id: string) =>
  portal.throttles.hit(`network.resend-invite:${id}`, resendLimit);

/** A selection has rows of one page only. */
const mostSelected = Math.max(...pageSizes);

const input = z.object({
  action: z.enum(selectionActions),
  connectionids: z.array(z.uuid()).min(1).max(mostSelected),
});

/** How many of the possible ones are ignored invitations, which are extended but not mailed. */
const unmailed = z.number().int();
const refused = z.array(z.object({ reason: z.string(), count: z.number().int() }));
type Refused = z.output<typeof refused>;

/** For how many of the selected rows an action is possible: for the page that asks for confirmation. */
export const previewSelection = operation({
  name: 'network.preview-selection',
  summary: 'How many of the selected connections allow an action, and why the others do not.',
  access: networkOwner('admin'),
  kind: 'read',
  input,
  output: z.object({ possible: z.number().int(), unmailed, refused }),
  async run(work, { action, connectionids }) {
    const sorted = sort(work, action, connectionids, await readActionTargets(work, connectionids));
    return {
      possible: sorted.possible.length,
      unmailed: countUnmailed(action, sorted.possible),
      refused: sorted.refused,
    };
  },
});

/** Carries out an action on the selected rows for which it is possible, in one transaction. */
export const actOnSelection = operation({
  name: 'network.act-on-selection',
  summary: 'Resends, cancels or removes the selected connections.',
  access: networkOwner('admin'),
  // Sendings are counted before the transaction, and stay counted if it fails.
  kind: 'staged',
  input,
  output: z.object({ done: z.number().int(), unmailed, refused }),
  async run(work, { action, connectionids }) {
    const tooOften = action === 'resendinvite' ? await countSendings(work, connectionids) : new Set<string>();
    return work.apart(async (apart) => {
      const targets = await lockActionTargets(apart, connectionids);
      const sorted = sort(apart, action, connectionids, targets, tooOften);
      await carryOutAction(apart, action, sorted.possible);
      return {
        done: sorted.possible.length,
        unmailed: countUnmailed(action, sorted.possible),
        refused: sorted.refused,
      };
    });
  },
});

const countUnmailed = (action: SelectionAction, targets: readonly ActionTarget[]) =>
  action === 'resendinvite' ? targets.filter((target) => !isMailedAgain(target)).length : 0;

/** Separates targets by whether the action is possible. @throws Refusal not-found if there are none */
function sort(
  work: Pick<Work<NetworkCaller>, 'caller'>,
  action: SelectionAction,
  ids: readonly string[],
  targets: readonly ActionTarget[],
  tooOften: ReadonlySet<string> = new Set(),
): { possible: ActionTarget[]; refused: Refused } {
  if (targets.length === 0) throw new Refusal('not-found', { detail: 'no such connections in this network' });
  const reasonOf = (target: ActionTarget) =>
    findObstacle(work, action, target) ??
    (tooOften.has(target.id) ? `Already resent ${resendLimit.limit} times within a day` : null);
  const gone = new Set(ids).size - targets.length;
  const counts = new Map<string, number>(gone > 0 ? [['No longer in your network', gone]] : []);
  const possible = targets.filter((target) => {
    const reason = reasonOf(target);
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === null;
  });
  return { possible, refused: [...counts].map(([reason, count]) => ({ reason, count })) };
}

/**
 * Counts a sending of each invitation that can be resent.
 * @returns the ids of those that have reached the limit
 */
async function countSendings(
  work: Work<NetworkCaller>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const tooOften = new Set<string>();
  for (const target of await readActionTargets(work, ids)) {
    if (findObstacle(work, 'resendinvite', target) !== null) continue;
    const { allowed } = await countSending(work, target.id);
    if (!allowed) tooOften.add(target.id);
  }
  return tooOften;
}
