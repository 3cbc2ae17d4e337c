import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getIdVerificationDocuments } from '#modules/admin/index.ts';
import { Refusal } from '#modules/platform/index.ts';
import { errorPage, perform } from '../../door.server.ts';

/**
 * Leads to a fresh signed address of one image of an ID verification, because the addresses on the page end after some
 * minutes. Audited like the page (D75).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { userid = '', runid = '', side = '' } = args.params;
  const images = await perform(args, getIdVerificationDocuments, { userid, workflow_run_id: runid });
  const image = new Map(Object.entries(images)).get(side);
  if (!image) throw errorPage(new Refusal('not-found', { detail: 'image' }));
  return redirect(image.url);
}
