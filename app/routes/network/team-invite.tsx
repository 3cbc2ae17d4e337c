import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { acceptTeamInvite, getTeamInvite } from '#modules/enterprise/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  DeadLink,
  Form,
  LinkButton,
  RefusalBanner,
  SoloCard,
  SubmitButton,
} from '../../components/index.ts';
import { attempt, callerOf, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { leaveLink } from './link-cookies.server.ts';

export const meta = titled('Join a team');

const joinedPage = '/user?teaminviteaccepted';

/**
 * The page of a team invitation's link for a signed-in person (doc1 §4). Opening it changes nothing (D108). Anybody else
 * is led through the mailed link, which says whose invitation it is, or was.
 */
export async function loader(args: LoaderFunctionArgs) {
  const invitecode = args.params.invitecode ?? '';
  if ((await callerOf(args)) === null) throw redirect(`/link/${encodeURIComponent(invitecode)}`);
  const found = await attempt(args, getTeamInvite, { invitecode });
  if (!found.ok) {
    if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
    return data(null, { status: 404 });
  }
  if (found.output.joined) throw redirect(joinedPage);
  return found.output;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: acceptTeamInvite,
    input: () => ({ invitecode: args.params.invitecode ?? '' }),
    done: () => {
      leaveLink(args.context.visit);
      return redirect(joinedPage);
    },
  });
}

const rights = {
  admin: 'search and view its network, and send, accept, and manage its invitations',
  viewer: 'search and view its network',
};

export default function TeamInvite() {
  const invitation = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!invitation) {
    return (
      <DeadLink lead="There is no team invitation behind this link. Ask the person who sent it for a new one." />
    );
  }
  const { company_name, role, obstacle, blocked_by } = invitation;
  if (obstacle) {
    return (
      <SoloCard title={`Join the team of ${company_name}`}>
        <Banner tone="warn">{obstacle}</Banner>
        {blocked_by ? (
          <p>
            You’re on the team of <b>{blocked_by}</b>. Leave that team first, then open this link again.
          </p>
        ) : null}
        <div className="actions">
          <LinkButton size="large" to={blocked_by ? '/user/profile/company' : '/user'}>
            {blocked_by ? 'View your team' : 'Go to your home page'}
          </LinkButton>
        </div>
      </SoloCard>
    );
  }
  return (
    <SoloCard
      title={`Join the team of ${company_name}?`}
      lead={
        <>
          <b>{company_name}</b> invites you as {role === 'admin' ? 'an admin' : 'a viewer'}. You can then{' '}
          {rights[role]}.
        </>
      }
    >
      <Form id="team-invite" result={result} summary={false}>
        <RefusalBanner result={result} />
        <p className="small muted">
          Searches and invitations are then made for the company. Your own background checks and what you
          share stay yours, and the team doesn’t see them. You can leave the team at any time.
        </p>
        <div className="actions">
          <SubmitButton size="large" pending="Joining">
            Join the team
          </SubmitButton>
          <LinkButton kind="quiet" size="large" to="/user">
            Not now
          </LinkButton>
        </div>
      </Form>
    </SoloCard>
  );
}
