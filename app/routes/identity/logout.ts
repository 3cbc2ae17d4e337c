import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { logout } from '#modules/identity/index.ts';
import { Refusal } from '#modules/platform/index.ts';
import { errorPage, perform } from '../../door.server.ts';

/**
 * Whether another site has embedded the request as an image or a frame, which would sign out everybody who visits that
 * site.
 */
function isEmbeddedElsewhere({ request: { headers } }: LoaderFunctionArgs): boolean {
  const site = headers.get('Sec-Fetch-Site') ?? 'none';
  return !['same-origin', 'none'].includes(site) && headers.get('Sec-Fetch-Dest') !== 'document';
}

/** Ends the session and redirects to /login, with the newpassword flag (doc1 §2, D35) or the page to return to. */
async function end(args: LoaderFunctionArgs | ActionFunctionArgs) {
  await perform(args, logout, {});
  const asked = new URL(args.request.url).searchParams;
  if (asked.has('newpassword')) return redirect('/login?newpassword');
  const next = asked.get('next');
  return redirect(next ? `/login?ended&next=${encodeURIComponent(next)}` : '/login');
}

export const loader = (args: LoaderFunctionArgs) => {
  if (isEmbeddedElsewhere(args)) throw errorPage(new Refusal('foreign-origin'));
  return end(args);
};
export const action = (args: ActionFunctionArgs) => end(args);
