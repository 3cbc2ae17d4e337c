import { getReportVersion, type ReportVersion } from '#modules/applications/index.ts';
import { findCompanyOwner, getCompany, getCompanySettings } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { newId, type Work } from '#modules/platform/index.ts';
import type { ActionRow } from './actions.ts';
import { placeOf } from './actions.ts';
import { type Contact, finalNotice, firstNotice, noticeBody, noticeNote, sha256 } from './notice.ts';
import { textsInForce } from './notice-texts.ts';
import type { Place } from './places.ts';
import { bodyAt } from './sealed.ts';
import type { AdverseDetails, Notice } from './shapes.ts';

/** Making the notices, and keeping each as it was given. */

export interface About {
  companyId: string;
  place: Place;
  days: number;
  details: AdverseDetails;
  report: ReportVersion;
  again: 'corrected' | 'moved' | null;
}

/** A notice about an action that may not have been started yet. */
export async function makeNotice(
  work: Pick<Work, 'db' | 'portal'>,
  kind: 'first' | 'final',
  { companyId, place, days, details, report, again }: About,
): Promise<Notice> {
  const company = await contactOf(work, companyId);
  const make = kind === 'first' ? firstNotice : finalNotice;
  return make({ details, place, company, agency: report.agency, days, reportMade: report.madeAt, again });
}

/** The company itself: its brand is the portal's own if it has no host. */
export async function contactOf(work: Pick<Work, 'db' | 'portal'>, companyId: string): Promise<Contact> {
  const { company_name: name } = await getCompany(work, companyId);
  const {
    company_address1,
    company_address2,
    company_city,
    company_state,
    company_postalcode,
    company_phone,
  } = await getCompanySettings(work, companyId);
  const owner = await getPerson(work, await findCompanyOwner(work, companyId));
  return {
    name,
    address: [
      company_address1,
      company_address2,
      company_city,
      `${company_state} ${company_postalcode}`.trim(),
    ]
      .filter(Boolean)
      .join(', '),
    phone: company_phone,
    email: owner.emailaddress,
  };
}

/** Whether a lawyer has reviewed all words of the notices for a place. */
export const isReviewed = (place: Place): boolean => textsInForce.reviewed && place.reviewed;

type NoticedRow = Pick<ActionRow, 'company_id' | 'place' | 'wait_days' | 'score_change_id'>;

/** What a notice of a started action is about. */
export async function aboutAction(
  work: Pick<Work, 'db' | 'portal'>,
  row: NoticedRow,
  details: AdverseDetails,
  again: About['again'] = null,
): Promise<About> {
  return {
    companyId: row.company_id,
    place: placeOf(row),
    days: row.wait_days,
    details,
    report: await getReportVersion(work, row.score_change_id),
    again,
  };
}

/** Makes a notice of an action and keeps it. @returns what the evidence says about it */
export async function giveNotice(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  kind: 'first' | 'final',
  row: NoticedRow & Pick<ActionRow, 'id' | 'round'>,
  details: AdverseDetails,
  /** Why a notice replaces the one before it. */
  again: About['again'] = null,
): Promise<string> {
  const about = await aboutAction(work, row, details, again);
  const { place, report } = about;
  const made = await makeNotice(work, kind, about);
  const id = newId();
  const body = noticeBody(made);
  const hash = sha256(body);
  await work.db
    .insertInto('adverse_notice')
    .values({
      id,
      adverse_action_id: row.id,
      kind,
      round: row.round,
      version: textsInForce.version,
      reviewed: isReviewed(place),
      body: work.portal.keys.encrypt(body, bodyAt(id)),
      body_hash: hash,
      score_change_id: report.scoreChangeId,
      report_hash: report.hash,
      made_at: work.now,
    })
    .execute();
  return noticeNote(hash, report.hash);
}
