import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getLink, openLink } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { DeadLink, Form, LinkButton, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, callerOf, errorPage, leadsNowhere, leave } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { EndedInvitation } from './ended-invitation.tsx';
import { leaveLink, rememberLink, rememberPurchaseLink } from './link-cookies.server.ts';

export const meta = titled('Connect');

/**
 * Resolves a link (doc1 §4). Opening it changes nothing, because connecting needs the button on this page (D108). A
 * link that ended says what it was, and one that does not exist says so (D80).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { visit } = args.context;
  const linkid = args.params.linkid ?? '';
  const caller = await callerOf(args);
  const found = await attempt(args, getLink, { linkid });
  if (!found.ok) {
    leaveLink(visit);
    if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
    return data(nothing, { status: 404 });
  }
  const { redirectto, newuser, inviter, ignored, linktype, notice, ended } = found.output;
  rememberPurchaseLink(visit, linkid, linktype);
  if (ended) {
    leaveLink(visit);
    return data({ ...nothing, ended }, { status: 410 });
  }
  if (redirectto) {
    leaveLink(visit);
    if (notice) flash(visit, notice.words, notice.tone);
    throw redirect(redirectto);
  }
  if (inviter) {
    leaveLink(visit);
    return data({ ...nothing, inviter, ignored });
  }
  rememberLink(visit, linkid);
  // If a step of the session is missing, /user redirects to it, and the cookie leads back.
  if (caller) throw redirect('/user');
  throw redirect(newuser ? '/register' : '/login');
}

const nothing = { inviter: null, ignored: false, ended: null };

const ended: readonly string[] = [
  'not-found',
  'invalid-input',
  'network.invitation-closed',
  'network.invitation-expired',
];

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
    otherwise: ({ code, text }) => {
      const page = `/link/${encodeURIComponent(linkid)}`;
      // If the link has ended since the page was opened, the page says so.
      throw ended.includes(code) ? redirect(page) : leave(args, text, page);
    },
  });
}

export default function Link() {
  const { inviter, ignored, ended } = useLoaderData<typeof loader>();
  if (ended) return <EndedInvitation ended={ended} />;
  if (inviter === null) return <DeadLink lead={networkTexts['invitations.link-dead']} />;
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
