import type { LoaderFunctionArgs } from '@remix-run/node';
import { mailDocument } from '../../mail-document.server.ts';
import { findMessage } from './outbox.server.ts';

/** The HTML of a mail, for the frame on its page. */
export async function loader(args: LoaderFunctionArgs) {
  const { html } = await findMessage(args);
  if (html === null) throw new Response(null, { status: 404 });
  return mailDocument(html, args.context.nonce);
}
