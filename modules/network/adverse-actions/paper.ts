import { z } from 'zod';
import { openReportVersion, Sheet } from '#modules/applications/index.ts';
import { brandForCompany, companyMember, letterheadOf } from '#modules/enterprise/index.ts';
import { getPerson, recordAccess } from '#modules/identity/index.ts';
import {
  type Caller,
  formatDate,
  operation,
  staff,
  temporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { type ActionRow, getAction, placeOf } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { type EvidenceEntry, readEvidence } from './evidence.ts';
import { contactOf } from './giving.ts';
import { withdrawalNotice } from './notice.ts';
import { writeNotice } from './notice-pdf.ts';
import { openDetails, openNotice } from './sealed.ts';
import type { Notice } from './shapes.ts';

/** Notices on paper, for a person who gets no electronic documents or whose mail came back (D133). */

const input = z.object({ adverseid: z.uuid() });
const output = z.object({ file: z.instanceof(Uint8Array), number: z.string() });

const undelivered = {
  undelivered: 'first',
  'final-undelivered': 'final',
  'withdrawal-undelivered': 'withdrawal',
} as const;
const isUndelivered = (kind: string): kind is keyof typeof undelivered => kind in undelivered;

/** The entries that tell whether something has to be posted. The newest of them counts. */
export const paperKinds = ['posted', ...(Object.keys(undelivered) as (keyof typeof undelivered)[])] as const;

/** What could not be mailed and was not posted yet; null if there is nothing. */
export function findToPost(evidence: readonly EvidenceEntry[]): 'first' | 'final' | 'withdrawal' | null {
  const last = evidence.findLast(({ kind }) => kind === 'posted' || isUndelivered(kind));
  return last && isUndelivered(last.kind) ? undelivered[last.kind] : null;
}

/** @throws Refusal not-found, network.adverse-posted if there is nothing to post */
export const downloadPaperNotice = operation({
  name: 'network.download-paper-notice',
  summary: 'The notice of an adverse action of the caller’s company that has to be posted, as a PDF.',
  access: companyMember('admin'),
  kind: 'write',
  input,
  output,
  async run(work, { adverseid }) {
    return makeLetter(work, await getAction(work, adverseid, { companyId: work.caller.companyId }));
  },
});

/** @throws Refusal not-found, network.adverse-posted if there is nothing to post */
export const downloadPaperNoticeForStaff = operation({
  name: 'network.download-paper-notice-for-staff',
  summary: 'The notice of an adverse action that has to be posted, as a PDF.',
  access: staff,
  kind: 'write',
  input,
  output,
  async run(work, { adverseid }) {
    return makeLetter(work, await getAction(work, adverseid, 'anybody'));
  },
});

/** @throws Refusal not-found, network.adverse-posted if there is nothing to post */
export const downloadEnclosedReport = operation({
  name: 'network.download-enclosed-report',
  summary:
    'The report that has to be posted with the notice of an adverse action. The person sees that staff opened it.',
  access: staff,
  kind: 'write',
  input,
  output: z.object({ pdf: temporaryFile, number: z.string() }),
  async run(work, { adverseid }) {
    const row = await getAction(work, adverseid, 'anybody');
    await requireToPost(work, row);
    await recordAccess(work, {
      personId: row.account_id,
      viewerAccountId: work.caller.accountId,
      viewerCompanyId: null,
      kind: 'staff-report',
    });
    await noteTaken(work, row, 'report');
    return {
      pdf: await openReportVersion(work, row.score_change_id),
      number: caseNumber(row.case_number),
    };
  },
});

async function requireToPost(work: Pick<Work, 'db' | 'portal'>, row: ActionRow) {
  const which = findToPost(await readEvidence(work, row.id));
  if (!which) throw new Refusal('network.adverse-posted');
  return which;
}

const noteTaken = (work: Pick<Work, 'audit'>, row: ActionRow, what: 'notice' | 'report') =>
  work.audit({
    action: networkAudit.adversePaperTaken,
    about: row.account_id,
    object: { type: 'adverse_action', id: row.id },
    detail: { what },
  });

async function makeLetter(work: Work<Caller>, row: ActionRow): Promise<z.output<typeof output>> {
  const which = await requireToPost(work, row);
  await noteTaken(work, row, 'notice');
  const content = which === 'withdrawal' ? await withdrawalOf(work, row) : await newest(work, row, which);
  const { address1, address2, city, state, postalcode } = await getPerson(work, row.account_id);
  const letterhead = await letterheadOf(work.portal, await brandForCompany(work.portal, row.company_id));
  const number = caseNumber(row.case_number);
  const about = { title: content.title, author: content.from, made: work.now };
  const sheet = await Sheet.begin(about, letterhead);
  const to = [
    content.to,
    address1,
    address2,
    [city, [state, postalcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  ];
  sheet.facts([
    ['To', to.filter(Boolean).join(', ')],
    ['From', content.from],
    ['Date', formatDate(work.now, placeOf(row).timeZone)],
    ['Case', number],
    ...(which === 'first' ? [['Enclosed', 'A copy of your background report'] as const] : []),
  ]);
  writeNotice(sheet, content, 'section');
  return { file: new Uint8Array(await sheet.finish(`${content.from}, case ${number}`)), number };
}

async function newest(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  row: ActionRow,
  kind: 'first' | 'final',
): Promise<Notice> {
  const { id, body } = await db
    .selectFrom('adverse_notice')
    .select(['id', 'body'])
    .where('adverse_action_id', '=', row.id)
    .where('kind', '=', kind)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return openNotice(portal.keys, id, body);
}

async function withdrawalOf(work: Pick<Work, 'db' | 'portal'>, row: ActionRow): Promise<Notice> {
  const { person } = openDetails(work.portal.keys, row.id, row.details);
  return withdrawalNotice(await contactOf(work, row.company_id), person);
}
