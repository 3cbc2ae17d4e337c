import { expect, test } from 'vitest';
import {
  applicationStatuses,
  connectionProgress,
  mayMove,
  purchaseProgress,
} from '#modules/applications/statuses.ts';
import { decidedRows } from './status-table.ts';

test('the table names every status once', () => {
  expect(decidedRows.map(([code]) => code).sort()).toEqual([...applicationStatuses].sort());
});

for (const [from, next, purchase, connection] of decidedRows) {
  const allowed = next.split(',').map((code) => code.trim());
  for (const to of applicationStatuses) {
    test(`${from} ${allowed.includes(to) ? 'may' : 'may not'} become ${to}`, () => {
      expect(mayMove(from, to)).toBe(allowed.includes(to));
    });
  }
  test(`${from} is read by purchases as ${purchase} and by connections as ${connection}`, () => {
    expect(purchaseProgress(from, false) ?? '-').toBe(purchase);
    expect(connectionProgress(from) ?? '-').toBe(connection);
  });
}
