import type { ApplicationStatus } from '#modules/applications/statuses.ts';

/** The table of D41 with the moves that D113 adds, written independently of the code: code | next | D30 | D50. */
const decided = `
paid | waituser, refunded | paid | APPSTARTED
waituser | submitted, waitmanual, cancelled | inprogress | APPSTARTED
waitmanual | submitted, waituser, cancelled | inprogress | APPSTARTED
submitted | inprogress, waituser, clearidaction, refunded | inprogress | CHECKINPROGRESS
inprogress | newrequiresapproval, clearidaction, refunded | inprogress | CHECKINPROGRESS
clearidaction | submitted, refunded | inprogress | CHECKINPROGRESS
newrequiresapproval | done, correctionrequest, cancelled, refunded | inprogress | SCOREPENDING
monitorrequiresapproval | done, correctionrequest | - | SCOREPENDING
correctionrequest | newrequiresapproval, monitorrequiresapproval | inprogress | SCOREPENDING
done | monitorrequiresapproval | - | -
cancelled | | - | -
refunded | | - | -`;

/** One row: the status, the statuses that may follow, and how purchases and connections read it. */
export const decidedRows = decided
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [ApplicationStatus, string, string, string]);

/** The statuses that may follow a status. */
export const nextOf = (status: ApplicationStatus): string[] =>
  (decidedRows.find(([code]) => code === status)?.[1] ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
