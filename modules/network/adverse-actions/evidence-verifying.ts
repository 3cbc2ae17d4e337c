import { openReportVersion, type Verified } from '#modules/applications/index.ts';
import type { Portal, Work } from '#modules/platform/index.ts';
import { type ActionRow, getAction, getActionByNumber } from './actions.ts';
import { readCaseNumber } from './case-number.ts';
import { readEvidence } from './evidence.ts';
import { checkEvidence } from './evidence-check.ts';
import { collectEvidence, type EvidenceFile, isSealedHere, openStrictly } from './evidence-file.ts';

/** Checks the evidence of an adverse action again: as it is stored, or as a file that was downloaded. */

/**
 * @param named its id, or its case number as people see it
 * @throws Refusal not-found
 */
export function verifyAdverseAction(portal: Portal, named: string): Promise<Verified[]> {
  const number = readCaseNumber(named);
  return portal.work('network.verify-adverse-action', async (work) => {
    const row =
      number === null ? await getAction(work, named, 'anybody') : await getActionByNumber(work, number);
    const opening = openStrictly(portal.keys);
    const evidence = await collectEvidence(work, row, {
      // What does not open has another hash than what was written.
      detail: (...sealed) => opened(() => opening.detail(...sealed)) ?? { who: '', note: '' },
      notice: (...sealed) =>
        opened(() => opening.notice(...sealed)) ?? { title: '', from: '', to: '', sections: [] },
    });
    return [...checkEvidence(evidence), ...(await checkReports(work, row))];
  });
}

function opened<T>(open: () => T): T | null {
  try {
    return open();
  } catch {
    // It is told as a difference of its hash.
    return null;
  }
}

/** The reports that came with the notices. */
async function checkReports(work: Pick<Work, 'db' | 'portal'>, row: ActionRow): Promise<Verified[]> {
  const reports = await work.db
    .selectFrom('adverse_notice')
    .select(['score_change_id', 'report_hash'])
    .where('adverse_action_id', '=', row.id)
    .distinct()
    .execute();
  const checked: Verified[] = [];
  for (const { score_change_id, report_hash: recorded } of reports) {
    const found = await hashOfReport(work, score_change_id).catch((error: Error) => error.message);
    checked.push({ what: 'Report', recorded, differs: found === recorded ? null : found });
  }
  return checked;
}

async function hashOfReport(work: Pick<Work, 'db' | 'portal'>, scoreChangeId: string): Promise<string> {
  await using pdf = await openReportVersion(work, scoreChangeId);
  return await pdf.hash();
}

/**
 * @returns with `stored` whether the portal still keeps this case; after its retention, only the file itself can be
 * checked
 */
export async function verifyEvidenceFile(
  portal: Portal,
  file: EvidenceFile,
): Promise<{ rows: Verified[]; stored: boolean }> {
  const stored = await portal.work('network.read-adverse-evidence', (work) =>
    readEvidence(work, file.case.id),
  );
  const last = file.entries.at(-1);
  const here = stored.find(({ position }) => position === last?.position)?.hash ?? 'no such entry';
  return {
    stored: stored.length > 0,
    rows: [
      ...checkEvidence(file),
      {
        what: 'Seal',
        recorded: '',
        differs: isSealedHere(portal.keys, file) ? null : 'this portal made another file, or none',
      },
      ...(stored.length > 0
        ? [
            {
              what: 'As stored',
              recorded: last?.sha256 ?? '',
              differs: here === last?.sha256 ? null : here,
            },
          ]
        : []),
    ],
  };
}
