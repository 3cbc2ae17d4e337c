import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadAdverseEvidence } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { evidenceAnswer, evidenceFormat } from './evidence-answer.ts';

/** The evidence of an adverse action, for the company. */
export async function loader(args: LoaderFunctionArgs) {
  const { adverseid = '' } = args.params;
  const format = evidenceFormat(args);
  return evidenceAnswer(await download(args, downloadAdverseEvidence, { adverseid, format }), format);
}
