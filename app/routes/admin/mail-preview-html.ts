import type { LoaderFunctionArgs } from '@remix-run/node';
import { getMailPreview } from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';
import { mailDocument } from '../../mail-document.server.ts';
import { brandAsked } from './mail-brand.server.ts';

/** The HTML of a mail with sample data, for the frame on its page. */
export async function loader(args: LoaderFunctionArgs) {
  const { mail = '' } = args.params;
  const { html } = await perform(args, getMailPreview, { mail, ...brandAsked(args) });
  return mailDocument(html, args.context.nonce);
}
