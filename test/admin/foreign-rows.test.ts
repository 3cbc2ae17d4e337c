import { describe, expect, test } from 'vitest';
import {
  activateMonitorProfile,
  adjustExpirationDate,
  clearProfilePdfCache,
  dismissAlert,
  getReportDownloadLink,
  openDisputeDocument,
  removeMonitoringIds,
  resolveScoreChange,
  saveAdminNote,
  updateBackgroundChecks,
  updateShieldIds,
} from '#modules/admin/index.ts';
import { findActiveScore, writeDisputeMessage } from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/index.ts';
import type { Applicant } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { upload } from '#test/factories/documents.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { expectUnchanged } from '../checks/unchanged.ts';

/** Staff name a person and a row. If the row belongs to somebody else, it is not found, and nothing is written. */

const portal = await servedPortal();
const { asStaff, rows, monitored, downgraded } = await monitoringAt(portal);

const one = await monitored();
const changed = await downgraded();
const other = await monitored();
const staff = await asStaff();

const only = async (text: string, { accountId }: Applicant) =>
  (await rows<{ id: string }>(text, [accountId]))[0]?.id ?? '';
const shieldIdOf = ({ accountId }: Applicant) =>
  portal.work('test.score', async (work) => (await findActiveScore(work, accountId))?.shield_id ?? '');
const theirs = {
  shieldid: await shieldIdOf(one),
  monitoring: await only('select monitoring_id as id from monitored_profile where account_id = $1', one),
  change: await only("select id from score_change where account_id = $1 and state = 'pending'", changed),
};
const own = { shieldid: await shieldIdOf(other) };
const { disputeid } = await askForBlock(one);
const document = await only('select id from dispute_document where account_id = $1', one);
const { disputeid: ownCase } = await askForBlock(other);
const alert = await only(
  "select event_id as id from pipeline_alert where account_id = $1 and alert_type = 'identity_theft_block'",
  one,
);
const userid = other.accountId;
const note = 'Looked into it for them';
const in90 = new Date(portal.clock.now().getTime() + 90 * DAY).toISOString().slice(0, 10);

const cases: [string, () => Promise<unknown>][] = [
  [
    'the expiration of their ShieldID',
    () =>
      staff.perform(adjustExpirationDate, {
        userid,
        new_expiration: in90,
        adminnote: note,
        candidateid: theirs.shieldid,
      }),
  ],
  [
    'the expiration of their check',
    () =>
      staff.perform(adjustExpirationDate, {
        userid,
        new_expiration: in90,
        adminnote: note,
        cra_profileid: one.profile,
      }),
  ],
  [
    'their monitoring',
    () => staff.perform(removeMonitoringIds, { userid, monitoringids: [theirs.monitoring] }),
  ],
  [
    'their monitoring update',
    () => staff.perform(activateMonitorProfile, { userid, profileid: changed.profile }),
  ],
  [
    'their score change',
    () => staff.perform(resolveScoreChange, { userid, scorechangeid: theirs.change, approve: 'YES', note }),
  ],
  [
    'their check as the active one',
    () => staff.perform(updateBackgroundChecks, { userid, active_cra_id: one.applicationId, note }),
  ],
  [
    'their check as an inactive one',
    () =>
      staff.perform(updateBackgroundChecks, {
        userid,
        active_cra_id: other.applicationId,
        inactive_bg_checks: [one.applicationId],
        note,
      }),
  ],
  [
    'their ShieldID as the active one',
    () => staff.perform(updateShieldIds, { userid, active_candidateid: theirs.shieldid }),
  ],
  [
    'their ShieldID as an inactive one',
    () =>
      staff.perform(updateShieldIds, {
        userid,
        active_candidateid: own.shieldid,
        inactive_candidateids: [theirs.shieldid],
      }),
  ],
  [
    'their report',
    () => staff.perform(getReportDownloadLink, { userid, appid: one.applicationId, reason: note }),
  ],
  [
    'their report by the number',
    () =>
      staff.perform(getReportDownloadLink, {
        userid,
        appid: other.applicationId,
        profileid: one.profile,
        reason: note,
      }),
  ],
  ['their stored report', () => staff.perform(clearProfilePdfCache, { userid, profileid: one.profile })],
  [
    'a note about their application',
    () => staff.perform(saveAdminNote, { userid, note_type: 'note', note, applicationid: one.applicationId }),
  ],
  [
    'their alert',
    () => staff.perform(dismissAlert, { alert_type: 'identity_theft_block', userid, event_id: alert }),
  ],
  [
    'their document in another case',
    () => staff.perform(openDisputeDocument, { disputeid: ownCase, documentid: document }),
  ],
];

describe('a row of somebody else', () => {
  const unchanged = expectUnchanged(portal);
  test('there is something to name', () => {
    expect(
      [...Object.values(theirs), own.shieldid, document, alert, ownCase, disputeid].filter((id) => !id),
    ).toEqual([]);
  });

  test.each(cases)('%s', (name, run) =>
    unchanged(name, async () => {
      await expect(run()).rejects.toMatchObject({ code: 'not-found' });
    }),
  );

  test('a message in their case', () =>
    unchanged('message', async () => {
      await expect(
        other.visitor.perform(writeDisputeMessage, {
          disputeid,
          message: 'It is mine',
          documents: [await upload('a.pdf', new Uint8Array())],
        }),
      ).rejects.toMatchObject({ code: 'not-found' });
    }));
});
