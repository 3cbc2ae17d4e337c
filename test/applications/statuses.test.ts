import { expect, test } from 'vitest';
import {
  type ApplicationStatus,
  applicationStatuses,
  connectionProgress,
  mayMove,
  purchaseProgress,
} from '#modules/applications/statuses.ts';

/** The table of D41, written down apart from the code: code | next | D30 | D50. */
const decided = `
paid | waituser, refunded | paid | APPSTARTED
waituser | submitted, waitmanual, cancelled | inprogress | APPSTARTED
waitmanual | submitted, waituser, cancelled | inprogress | APPSTARTED
submitted | inprogress, waituser, clearidaction | inprogress | CHECKINPROGRESS
inprogress | newrequiresapproval, clearidaction | inprogress | CHECKINPROGRESS
clearidaction | submitted | inprogress | CHECKINPROGRESS
newrequiresapproval | done, correctionrequest | inprogress | SCOREPENDING
monitorrequiresapproval | done, correctionrequest | - | SCOREPENDING
correctionrequest | newrequiresapproval, monitorrequiresapproval | inprogress | SCOREPENDING
done | monitorrequiresapproval | - | -
cancelled | | - | -
refunded | | - | -`;

const rows = decided
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [ApplicationStatus, string, string, string]);

test('the table names every status once', () => {
  expect(rows.map(([code]) => code).sort()).toEqual([...applicationStatuses].sort());
});

for (const [from, next, purchase, connection] of rows) {
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
