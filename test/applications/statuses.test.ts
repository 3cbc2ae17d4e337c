import { expect, test } from 'vitest';
import {
  applicationStatuses,
  closedStatuses,
  connectionProgress,
  mayMove,
  purchaseProgress,
  stepsEditable,
  stepsOpen,
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

test('a correction of a score that was accepted before does not stop a purchase (D92)', () => {
  for (const status of applicationStatuses) {
    const corrects = status === 'correctionrequest';
    expect(purchaseProgress(status, true)).toBe(corrects ? null : purchaseProgress(status, false));
  }
});

test('the steps are answered before the submission, and on paper only read; three statuses are closed (D30)', () => {
  expect([stepsOpen, stepsEditable, closedStatuses]).toEqual([
    ['paid', 'waituser', 'waitmanual'],
    ['paid', 'waituser'],
    ['done', 'cancelled', 'refunded'],
  ]);
});
