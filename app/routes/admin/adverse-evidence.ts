import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadAdverseEvidenceForStaff } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { evidenceAnswer, evidenceFormat } from '../adverse/evidence-answer.ts';

/** The evidence of an adverse action, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  const { adverseid = '' } = args.params;
  const format = evidenceFormat(args);
  return evidenceAnswer(
    await download(args, downloadAdverseEvidenceForStaff, { adverseid, format }, '/admin/adverse'),
    format,
  );
}
