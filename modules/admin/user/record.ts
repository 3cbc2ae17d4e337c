import { z } from 'zod';
import { expirationBounds, verificationsOf } from '#modules/applications/index.ts';
import { maskedSsn } from '#modules/identity/index.ts';
import {
  auditPage,
  column,
  openForPeople,
  operation,
  readTogether,
  sealedDetails,
  sql,
  staffOrTerminal,
  statement,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { lastChanges, toValueChanges, valueChanges } from '../audit-log/last-changes.ts';
import {
  monitoringAction,
  monitoringActionsOf,
  monitoringId,
  monitoringIdsOf,
} from '../checks/monitoring.ts';
import { scoreChange, scoreChangesOf } from '../checks/score-changes.ts';
import { backgroundCheck, checksOfPerson, scoreRow, scoresOfPerson, toCheck } from '../checks/screening.ts';
import { shieldIdRow, shieldIdsOfPerson } from '../checks/shield-ids.ts';
import { checkTransfer, sealedTransferReasons, transfersOfPerson, withReasons } from '../checks/transfers.ts';
import { presentVerifications, verificationAnswer } from '../checks/verifications.ts';
import { pipelineGrid } from '../pipeline/pipeline.ts';
import { legalHold, legalHolds, withHoldReasons } from '../retention/holds.ts';
import { acceptancesOf, termsAcceptance } from '../terms.ts';
import { auditLine, auditLines, withDetails } from './audit-trail.ts';
import { legacyAccount, legacyAccountsOf } from './legacy-accounts.ts';
import { adminNote, notesAbout, sealedNotes, withTexts } from './notes.ts';
import { openedBefore } from './opening.ts';
import { sectionFingerprint } from './saving.ts';
import { getSubject, userId } from './subject.ts';
import { factsOfPerson, toProfile, userProfile } from './user.ts';

const sharedWith = statement({
  name: 'admin.count-shared-with',
  row: { count: column.integer },
  sql: (accountId: string) => sql`
    select count(*)::int as count from connection
    where account_id = ${accountId} and accepted_at is not null and removed_at is null and sharing_active`,
});

/**
 * All sections of a person's record, for the page that shows them. Opening the record is audited.
 * @throws Refusal not-found
 */
export const openUserRecord = operation({
  name: 'admin.open-user-record',
  summary: "A person's whole record for staff: profile, checks, scores, notes and audit entries.",
  access: staffOrTerminal,
  kind: 'write',
  input: userId.extend({ before: z.string().max(60).optional() }),
  output: z.object({
    profile: userProfile,
    /** Holds on the person, open ones first (D140). */
    legal_holds: z.array(legalHold),
    /** What waits for staff about the person, due first. */
    open_work: z.array(pipelineGrid.row),
    /** How many companies and people see the person’s score. */
    shared_with: z.number().int(),
    applications: z.array(backgroundCheck),
    transfers: z.array(checkTransfer),
    scores: z.array(scoreRow),
    shield_ids: z.array(shieldIdRow),
    /** Former accounts: linked ones, and those that nobody has linked, but have the person’s SSN. */
    legacy_accounts: z.array(legacyAccount),
    /** The first and the last date to which the expiration can be moved. */
    expiration_bounds: z.object({ first: z.string(), last: z.string() }),
    score_changes: z.array(scoreChange),
    monitoring_ids: z.array(monitoringId),
    monitoring_actions: z.array(monitoringAction),
    notes: z.array(adminNote),
    terms: z.array(termsAcceptance),
    verifications: z.array(verificationAnswer),
    /** The fingerprints that saving each section must send back. */
    seen: z.object({ profile: z.string(), privacy: z.string() }),
    last_changes: valueChanges,
    audit: z.object({ entries: z.array(auditLine), next: z.string().nullable() }),
  }),
  async run(work, { userid, before }) {
    const person = await getSubject(work, userid);
    const filter = { about: userid, before };
    const read = await readTogether(work.db, {
      facts: factsOfPerson(userid),
      checks: checksOfPerson(userid),
      transfers: transfersOfPerson(userid),
      scores: scoresOfPerson(userid),
      shieldIds: shieldIdsOfPerson(userid),
      legacyAccounts: legacyAccountsOf(userid),
      scoreChanges: scoreChangesOf(userid),
      monitoringIds: monitoringIdsOf(userid),
      monitoringActions: monitoringActionsOf(userid),
      holds: legalHolds({ userid }),
      notes: notesAbout(userid),
      terms: acceptancesOf(userid),
      verifications: verificationsOf(userid),
      audit: auditLines(filter),
      lastChanges: lastChanges('person', userid),
      shared: sharedWith(userid),
      opened: openedBefore(work, userid),
    });
    const { page, next } = auditPage(read.audit, filter);
    const texts = await openForPeople(work.db, work.portal.keys, [
      ...sealedNotes(userid, read.notes),
      ...sealedTransferReasons(read.transfers),
      ...sealedDetails(page),
    ]);
    const ofPerson = { where: sql<boolean>`p.state = 'open' and p.account_id = ${userid}` };
    const waiting = await pipelineGrid.read(
      work,
      pipelineGrid.input.parse({}),
      ofPerson,
      work.caller?.accountId ?? null,
    );
    if (!read.opened[0]?.opened) await work.audit({ action: adminAudit.userOpened, about: userid });
    return {
      profile: toProfile(person, read.facts[0], await maskedSsn(work, userid)),
      legal_holds: withHoldReasons(work, read.holds),
      open_work: waiting.rows,
      shared_with: read.shared[0]?.count ?? 0,
      applications: read.checks.map(toCheck),
      transfers: withReasons(read.transfers, texts),
      scores: read.scores,
      shield_ids: read.shieldIds,
      legacy_accounts: read.legacyAccounts,
      expiration_bounds: expirationBounds(work.now),
      score_changes: read.scoreChanges,
      monitoring_ids: read.monitoringIds,
      monitoring_actions: read.monitoringActions,
      notes: withTexts(read.notes, texts),
      terms: read.terms,
      verifications: await presentVerifications(work, read.verifications),
      seen: {
        profile: sectionFingerprint(person, 'profile'),
        privacy: sectionFingerprint(person, 'privacy'),
      },
      last_changes: toValueChanges(read.lastChanges),
      audit: { entries: withDetails(page, texts), next },
    };
  },
});
