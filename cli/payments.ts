import { z } from 'zod';
import { submitRefund } from '#modules/admin/index.ts';
import { exitCodes, formatCount, formFor } from '#modules/platform/index.ts';
import { type LedgerDifference, reconcileLedger } from '#modules/purchasing/index.ts';
import { withPortal } from './connect.ts';
import { perform, print, withShape } from './showing.ts';
import { type Command, finding } from './terminal.ts';

const moved = z.object({ cents: z.int(), currency: z.string() }).nullable();

const reconciled = z.object({
  since: z.date(),
  compared: z.int(),
  differences: z.array(z.object({ id: z.string(), ledger: moved, provider: moved })),
});

/**
 * `shield payments reconcile --since 7d`: compares the ledger with the payment provider and prints each difference.
 * Exits with 1 if there is one. `since` is a duration in milliseconds, counted back from now.
 */
export const reconcile = withShape<{ since: number }>(reconciled, (terminal, { since: ago, json }) =>
  withPortal(terminal, async (portal) => {
    const since = new Date(portal.clock.now().getTime() - ago);
    const { compared, differences } = await reconcileLedger(portal, since);
    const many = `${formatCount(compared, 'movement')} of money since ${since.toISOString()}`;
    print(terminal, { json, shape: reconciled, value: { since, compared, differences } }, () => {
      for (const difference of differences) terminal.out(lineOf(difference));
      if (differences.length === 0) terminal.out(`The ledger and the payment provider agree on ${many}.`);
    });
    if (differences.length === 0) return exitCodes.ok;
    terminal.err(`${differences.length} of ${many} ${formFor(differences.length, 'differs', 'differ')}.`);
    return exitCodes.failed;
  }),
);

function lineOf({ id, ledger, provider }: LedgerDifference): string {
  return `${id}: ${moneyOf(ledger)} in the ledger, ${moneyOf(provider)} at the payment provider`;
}

function moneyOf(money: LedgerDifference['ledger']): string {
  return money ? `${(money.cents / 100).toFixed(2)} ${money.currency.toUpperCase()}` : 'nothing';
}

interface RefundOptions {
  application: string;
  amount?: string;
  reason: string;
  keepApplication?: boolean;
}

/**
 * `shield payments refund APPLICATION`: like the refund of the console, with the same rules: a large one waits for an
 * admin. The reason becomes a note.
 */
export const refund: Command<RefundOptions> = (
  terminal,
  { application, amount = '', reason, keepApplication },
) =>
  withPortal(
    terminal,
    async (portal) => {
      const { state } = await finding(
        `application ${application}`,
        perform(portal, submitRefund, {
          applicationid: application,
          refundamount: amount,
          note: reason,
          ...(keepApplication ? { cancel_application: 'NO' as const } : {}),
        }),
      );
      terminal.out(
        state === 'waiting'
          ? `The refund waits for an admin: ${portal.config.publicUrl}/admin/refunds`
          : 'The worker sends the refund.',
      );
      return exitCodes.ok;
    },
    { aboutPerson: true },
  );
