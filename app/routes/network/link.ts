import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { openLink } from '#modules/network/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { callerOf, leave } from '../../door.server.ts';
import { leaveLink, rememberLink } from './link-cookies.server.ts';

/** Shows nothing: resolves the link and leads on (doc1 §4). */
export async function loader(args: LoaderFunctionArgs) {
  const { portal, visit } = args.context;
  const linkid = args.params.linkid ?? '';
  const caller = await callerOf(args);
  try {
    const link = await portal.perform(openLink, { linkid }, visit);
    if (link.redirectto) {
      leaveLink(visit);
      return redirect(link.redirectto);
    }
    rememberLink(visit, linkid);
    // A session that owes a step goes to it from there, and comes back by the cookie.
    if (caller) return redirect('/user');
    return redirect(link.newuser ? '/register' : '/login');
  } catch (error) {
    portal.asRefusal(error, visit, openLink.name);
    leaveLink(visit);
    return leave(args, platformTexts['edge.not-found'], caller ? '/user' : '/login');
  }
}
