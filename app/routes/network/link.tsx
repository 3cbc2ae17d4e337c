import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getLink, openLink } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Form, LinkButton, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, callerOf, errorPage, leadsNowhere, leave } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { leaveLink, rememberLink, rememberPurchaseLink } from './link-cookies.server.ts';

export const meta = titled('Connect');

/**
 * Resolves a link (doc1 §4). Opening it changes nothing, because connecting needs the button on this page (D108). A
 * link that does not exist or is not for the reader leads to the sign-in or home, with a message (D80).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { visit } = args.context;
  const linkid = args.params.linkid ?? '';
  const caller = await callerOf(args);
  const found = await attempt(args, getLink, { linkid });
  if (!found.ok) {
    if (leadsNowhere(found.code)) throw await leaveDead(args);
    leaveLink(visit);
    throw errorPage(found.refusal);
  }
  const { redirectto, newuser, inviter, ignored, linktype, notice } = found.output;
  rememberPurchaseLink(visit, linkid, linktype);
  if (redirectto) {
    leaveLink(visit);
    if (notice) flash(visit, notice.words, notice.tone);
    throw redirect(redirectto);
  }
  if (inviter) {
    leaveLink(visit);
    return { inviter, ignored };
  }
  rememberLink(visit, linkid);
  // If a step of the session is missing, /user redirects to it, and the cookie leads back.
  if (caller) throw redirect('/user');
  throw redirect(newuser ? '/register' : '/login');
}

/** The redirect for a link that does not exist or is not for the reader. */
async function leaveDead(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  leaveLink(args.context.visit);
  return leave(args, networkTexts['invitations.link-dead'], (await callerOf(args)) ? '/user' : '/login');
}

export function action(args: ActionFunctionArgs) {
  const linkid = args.params.linkid ?? '';
  return submit(args, {
    form: buttonForm,
    operation: openLink,
    input: () => ({ linkid }),
    done: ({ redirectto }) => {
      leaveLink(args.context.visit);
      return redirect(redirectto ?? '/user');
    },
    otherwise: async ({ code, text }) => {
      if (!leadsNowhere(code)) throw leave(args, text, `/link/${encodeURIComponent(linkid)}`);
      // The link has become invalid since the page was opened.
      throw await leaveDead(args);
    },
  });
}

export default function Link() {
  const { inviter, ignored } = useLoaderData<typeof loader>();
  return (
    <SoloCard
      title={`Connect with ${inviter}?`}
      lead={
        <>
          You followed a link from <b>{inviter}</b>.{' '}
          {ignored
            ? networkTexts['invitations.ignored-before']
            : 'If you continue, their invitation is added to your account.'}{' '}
          They can then see how far along your background check is. They see your score only if you accept the
          invitation.
        </>
      }
    >
      <Form id="link" summary={false}>
        <div className="actions">
          <SubmitButton size="large">Continue</SubmitButton>
          <LinkButton kind="quiet" size="large" to="/user">
            Not now
          </LinkButton>
        </div>
      </Form>
    </SoloCard>
  );
}
