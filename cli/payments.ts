import { exitCodes, formatCount, formFor } from '#modules/platform/index.ts';
import { type LedgerDifference, reconcileLedger } from '#modules/purchasing/index.ts';
import { withPortal } from './connect.ts';
import type { Command } from './terminal.ts';

/**
 * `shield payments reconcile --since 7d`: compares the ledger with the payment provider and prints each difference.
 * Exits with 1 if there is one. `since` is a duration in milliseconds, counted back from now.
 */
export const reconcile: Command<{ since: number }> = (terminal, { since }) =>
  withPortal(terminal, async (portal) => {
    const from = new Date(portal.clock.now().getTime() - since);
    const { compared, differences } = await reconcileLedger(portal, from);
    for (const difference of differences) terminal.out(lineOf(difference));
    const many = `${formatCount(compared, 'movement')} of money since ${from.toISOString()}`;
    if (differences.length === 0) {
      terminal.out(`The ledger and the payment provider agree on ${many}.`);
      return exitCodes.ok;
    }
    terminal.err(`${differences.length} of ${many} ${formFor(differences.length, 'differs', 'differ')}.`);
    return exitCodes.failed;
  });

function lineOf({ id, ledger, provider }: LedgerDifference): string {
  return `${id}: ${moneyOf(ledger)} in the ledger, ${moneyOf(provider)} at the payment provider`;
}

function moneyOf(moved: LedgerDifference['ledger']): string {
  return moved ? `${(moved.cents / 100).toFixed(2)} ${moved.currency.toUpperCase()}` : 'nothing';
}
