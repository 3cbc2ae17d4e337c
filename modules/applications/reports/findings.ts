import { z } from 'zod';
import { sealedColumn, type Work } from '#modules/platform/index.ts';
import { type Finding, finding } from '../cra/port.ts';

/** What a check searched and found, stored encrypted with the score that resulted. */

export const findingsAt = sealedColumn({ table: 'score_change', column: 'findings' });

export function readFindings(work: Pick<Work, 'portal'>, scoreChangeId: string, sealed: string): Finding[] {
  return z.array(finding).parse(JSON.parse(work.portal.keys.decrypt(sealed, findingsAt(scoreChangeId))));
}
