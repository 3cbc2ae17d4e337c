import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { platformTexts } from '#modules/platform/texts.ts';
import { callerOf, leave } from '../../door.server.ts';

/** Any other path leads to the sign-in (doc1 §2), a signed-in person home. */
export async function loader(args: LoaderFunctionArgs) {
  const home = (await callerOf(args)) ? '/user' : '/login';
  // An icon or a map that the browser looks for by itself is nothing to tell a person of.
  const asked = args.request.headers.get('Sec-Fetch-Dest') === 'document';
  return asked ? leave(args, platformTexts['edge.not-found'], home) : redirect(home);
}

export function action(_args: ActionFunctionArgs) {
  return redirect('/login');
}
