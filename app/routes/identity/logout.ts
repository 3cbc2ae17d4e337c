import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { logout } from '#modules/identity/index.ts';
import { perform } from '../../door.server.ts';

/** Ends the session and goes to /login; the newpassword flag goes along (doc1 §2, D35). */
async function end(args: LoaderFunctionArgs | ActionFunctionArgs) {
  await perform(args, logout, {});
  const changed = new URL(args.request.url).searchParams.has('newpassword');
  return redirect(changed ? '/login?newpassword' : '/login');
}

export const loader = (args: LoaderFunctionArgs) => end(args);
export const action = (args: ActionFunctionArgs) => end(args);
