import { birthDate, ssn } from '#modules/platform/fields/kinds.ts';
import { readReference } from '#modules/platform/fields/reading.ts';
import { schemaOf, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { applicationsLimits } from '../limits.ts';
import { isShieldId } from '../score/shieldid.ts';
import { archiveShieldIds, compareArchive, type FormerShieldId } from './account-linking.ts';

/** The ShieldIDs of a former system, from a CSV file, so that their owners can link them (D18, D84). */

const columns = ['shieldid', 'ssn', 'dateofbirth'];

/** Rows of one statement. */
const BATCH = 1_000;

const ssnSchema = schemaOf(ssn());
const birthSchema = schemaOf(birthDate());
const readShieldId = readReference(applicationsLimits['shieldid.length-characters']);

interface LegacyFile {
  former: FormerShieldId[];
  /** The line number of each, from 1. */
  lines: number[];
  /** Each fault names the line and says what is wrong, but never repeats what is written there. */
  faults: string[];
}

/**
 * @param text the header `shieldid,ssn,dateofbirth`, then one line for each ShieldID; dates as yyyy-MM-dd or MM/dd/yyyy
 */
export function readLegacyFile(text: string): LegacyFile {
  const file: LegacyFile = { former: [], lines: [], faults: [] };
  const [header = '', ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (cellsOf(header).join() !== columns.join()) {
    file.faults.push(`line 1: expected the columns ${columns.join(',')}`);
    return file;
  }
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const line = at + 2;
    const cells = cellsOf(row);
    const [shieldid = '', social = '', birth = ''] = cells;
    const number = readShieldId(shieldid) ?? shieldid;
    const ssnRead = ssnSchema.safeParse(social);
    const birthRead = birthSchema.safeParse(birth);
    const wrong = [
      ...(cells.length === columns.length ? [] : [`expected ${columns.length} columns`]),
      ...(isShieldId(number) ? [] : ['shieldid: not two letters and nine digits with their check digit']),
      ...(seen.has(number) ? ['shieldid: is in the file twice'] : []),
      ...(ssnRead.success ? [] : ['ssn: not nine digits that can be an SSN']),
      ...(birthRead.success ? [] : ['dateofbirth: not a date after 01/01/1900']),
    ];
    seen.add(number);
    file.faults.push(...wrong.map((fault) => `line ${line}: ${fault}`));
    if (wrong.length > 0) continue;
    file.former.push({ number, ssn: ssnRead.data ?? '', dateofbirth: birthRead.data ?? '' });
    file.lines.push(line);
  }
  return file;
}

function cellsOf(row: string): string[] {
  return row.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * Archives what is new. A second run of the same file changes nothing. A number that belongs to somebody else is a
 * fault, and then nothing is written.
 */
export async function importLegacy(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'audit'>,
  { former, lines }: LegacyFile,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<{ added: number; kept: number; faults: string[] }> {
  await takeTransactionLock(work.db, 'legacy-import');
  const today = work.now.toISOString().slice(0, 10);
  const added: FormerShieldId[] = [];
  const faults: string[] = [];
  for (let from = 0; from < former.length; from += BATCH) {
    const batch = former.slice(from, from + BATCH);
    const archived = await compareArchive(work, batch);
    for (const [at, row] of batch.entries()) {
      if (row.dateofbirth >= today) faults.push(`line ${lines[from + at]}: dateofbirth: not in the past`);
      else if (archived[at] === 'taken')
        faults.push(`line ${lines[from + at]}: shieldid: belongs to somebody else`);
      else if (archived[at] === 'new') added.push(row);
    }
  }
  const kept = former.length - added.length - faults.length;
  if (faults.length > 0 || dryRun) return { added: added.length, kept, faults };
  for (let from = 0; from < added.length; from += BATCH) {
    await archiveShieldIds(work, added.slice(from, from + BATCH));
  }
  if (added.length > 0) {
    await work.audit({ action: applicationsAudit.legacyImported, detail: { added: added.length } });
  }
  return { added: added.length, kept, faults };
}
