import { keepSealed, type Portal, sealedFiles } from '#modules/platform/index.ts';

/** The agency's report of a result, encrypted in the storage. */

sealedFiles({ table: 'score_change', column: 'report_key' });

export interface StoredReport {
  key: string;
  /** SHA-256 of the PDF in hex. */
  hash: string;
}

/** Puts a report into the storage, encrypted; a second call overwrites the first. */
export async function keepReport(
  portal: Portal,
  idempotencyKey: string,
  pdf: Buffer,
  hash: string,
): Promise<StoredReport> {
  const key = `reports/${idempotencyKey.replace(':', '-')}/${hash.slice(0, 16)}.sealed`;
  await keepSealed(portal, key, pdf);
  return { key, hash };
}
