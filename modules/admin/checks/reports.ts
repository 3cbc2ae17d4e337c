import { z } from 'zod';
import { fetchReportAgain, linkReportForStaff } from '#modules/applications/index.ts';
import { inputOf, operation, staff, yesNo } from '#modules/platform/index.ts';
import { reportReasonFields } from '../fields.ts';
import { userId } from '../user/subject.ts';

/** The agency's report of a person's check, for staff (doc3 §4: of a finished check). */

const profileId = z.string().min(1).max(40);

/** @throws Refusal not-found, applications.report-failure if the check is not finished */
export const getReportDownloadLink = operation({
  name: 'admin.get-report-download-link',
  summary:
    "The address of the report of a person's finished check, for the caller alone and for five minutes. A reason is kept in the audit log, and the person sees that staff opened the report.",
  access: staff,
  kind: 'write',
  input: inputOf(reportReasonFields).partial({ reason: true }).extend({
    userid: userId.shape.userid,
    appid: z.uuid(),
    /** The agency's number of the check, if the caller knows it. */
    profileid: profileId.optional(),
  }),
  output: z.object({ downloadlink: z.string() }),
  async run(work, { userid, appid, profileid, reason }) {
    return linkReportForStaff(work, {
      accountId: userid,
      applicationId: appid,
      profileNumber: profileid,
      reason: reason ?? null,
    });
  },
});

/** @throws Refusal not-found, applications.report-failure, applications.report-newer, applications.agency-silent */
export const clearProfilePdfCache = operation({
  name: 'admin.clear-profile-pdf-cache',
  summary:
    "Fetches the report of a person's finished check from the agency again, in place of the stored copy.",
  access: staff,
  kind: 'staged',
  input: userId.extend({ profileid: profileId }),
  output: z.object({
    /** Whether the agency's file differs from the stored copy. */
    changed: yesNo,
  }),
  async run(work, { userid, profileid }) {
    return fetchReportAgain(work, { accountId: userid, profileNumber: profileid });
  },
});
