import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { platformTexts } from '#modules/platform/texts.ts';
import { callerOf, leave } from '../../door.server.ts';

/** Any other path redirects to the sign-in (doc1 §2), home for a signed-in person, and staff within the console. */
export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  const inConsole = caller?.role === 'ADMIN' && new URL(args.request.url).pathname.startsWith('/admin/');
  const home = caller ? (inConsole ? '/admin' : '/user') : '/login';
  // Browsers request icons and source maps by themselves, so those requests set no message.
  const asked = args.request.headers.get('Sec-Fetch-Dest') === 'document';
  return asked ? leave(args, platformTexts['edge.not-found'], home) : redirect(home);
}

export function action(_args: ActionFunctionArgs) {
  return redirect('/login');
}
