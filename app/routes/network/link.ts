import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { openLink } from '#modules/network/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { attempt, callerOf, leave } from '../../door.server.ts';
import { leaveLink, rememberLink } from './link-cookies.server.ts';

/** Resolves a link and redirects (doc1 §4). */
export async function loader(args: LoaderFunctionArgs) {
  const { visit } = args.context;
  const linkid = args.params.linkid ?? '';
  const caller = await callerOf(args);
  const opened = await attempt(args, openLink, { linkid });
  if (!opened.ok) {
    leaveLink(visit);
    return leave(args, platformTexts['edge.not-found'], caller ? '/user' : '/login');
  }
  const { redirectto, newuser } = opened.output;
  if (redirectto) {
    leaveLink(visit);
    return redirect(redirectto);
  }
  rememberLink(visit, linkid);
  // A session with a missing step is redirected to it from there and returns by the cookie.
  if (caller) return redirect('/user');
  return redirect(newuser ? '/register' : '/login');
}
