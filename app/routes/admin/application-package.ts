import type { LoaderFunctionArgs } from '@remix-run/node';
import { readPackageForStaff } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';
import { storedPdfAnswer } from '../application/pdf-answer.ts';

/** The signed paper application of a person, for review. Opening it is audited. */
export async function loader(args: LoaderFunctionArgs) {
  const applicationid = args.params.applicationid ?? '';
  const { pdf } = await download(args, readPackageForStaff, { applicationid });
  return storedPdfAnswer(args, pdf, `application-${applicationid.slice(-12)}.pdf`);
}
