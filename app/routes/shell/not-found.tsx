import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Refusal } from '#modules/platform/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { callerOf, errorPage, leave } from '../../door.server.ts';

/**
 * Any other path redirects to the sign-in (doc1 §2), or home for a signed-in person. Staff are told that an address of
 * the console is not found.
 */
export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  const inConsole = caller?.role === 'ADMIN' && new URL(args.request.url).pathname.startsWith('/admin/');
  if (inConsole) throw errorPage(new Refusal('not-found'));
  const home = caller ? '/user' : '/login';
  // Browsers request icons and source maps by themselves, so those requests set no message.
  const asked = args.request.headers.get('Sec-Fetch-Dest') === 'document';
  return asked ? leave(args, platformTexts['edge.not-found'], home) : redirect(home);
}

export function action(_args: ActionFunctionArgs) {
  return redirect('/login');
}

/** Never shown, but without it an error would be answered without a page. */
export default function NotFound() {
  return null;
}
