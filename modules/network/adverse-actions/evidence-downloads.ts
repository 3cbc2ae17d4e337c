import { z } from 'zod';
import { brandForCompany, companyMember, letterheadOf } from '#modules/enterprise/index.ts';
import { type Caller, operation, staff, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { type ActionRow, getAction } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { collectEvidence, sealEvidence } from './evidence-file.ts';
import { writeEvidencePdf } from './evidence-pdf.ts';

/** The evidence of an adverse action as a file. A viewer gets none, since it names results (D100). */

const input = z.object({ adverseid: z.uuid(), format: z.enum(['json', 'pdf']) });
const output = z.object({ file: z.instanceof(Uint8Array), number: z.string() });

/** @throws Refusal not-found */
export const downloadAdverseEvidence = operation({
  name: 'network.download-adverse-evidence',
  summary:
    'The evidence of an adverse action of the caller’s company, as JSON that can be checked or as a PDF.',
  access: companyMember('admin'),
  kind: 'write',
  input,
  output,
  async run(work, { adverseid, format }) {
    const row = await getAction(work, adverseid, { companyId: work.caller.companyId });
    return makeFile(work, row, format);
  },
});

/** @throws Refusal not-found */
export const downloadAdverseEvidenceForStaff = operation({
  name: 'network.download-adverse-evidence-for-staff',
  summary: 'The evidence of an adverse action of any company, as JSON that can be checked or as a PDF.',
  access: staff,
  kind: 'write',
  input,
  output,
  async run(work, { adverseid, format }) {
    return makeFile(work, await getAction(work, adverseid, 'anybody'), format);
  },
});

async function makeFile(
  work: Work<Caller>,
  row: ActionRow,
  format: 'json' | 'pdf',
): Promise<z.output<typeof output>> {
  const { portal } = work;
  const evidence = await collectEvidence(work, row);
  await work.audit({
    action: networkAudit.adverseEvidenceTaken,
    about: row.account_id,
    object: { type: 'adverse_action', id: row.id },
    detail: { format },
  });
  const file =
    format === 'json'
      ? Buffer.from(`${JSON.stringify(sealEvidence(portal.keys, evidence), null, 2)}\n`)
      : await writeEvidencePdf(
          evidence,
          await letterheadOf(portal, await brandForCompany(portal, row.company_id)),
        );
  return { file: new Uint8Array(file), number: caseNumber(row.case_number) };
}
