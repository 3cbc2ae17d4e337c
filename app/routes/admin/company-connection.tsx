import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeCompanyConnection, getCompanyConnection } from '#modules/admin/index.ts';
import { staffActions } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { companyIdOf } from './company-id.server.ts';

export const meta = titled('Company network');

type Action = (typeof staffActions)[number];

/** @throws Response 404 for an action that there is not */
function actionOf({ params }: Pick<LoaderFunctionArgs, 'params'>): Action {
  const action = staffActions.find((each) => each === params.action);
  if (!action) throw new Response(null, { status: 404 });
  return action;
}

export async function loader(args: LoaderFunctionArgs) {
  const companyid = await companyIdOf(args);
  const action = actionOf(args);
  const connectionid = args.params.connectionid ?? '';
  return { action, ...(await perform(args, getCompanyConnection, { companyid, connectionid, action })) };
}

const done: Record<Exclude<Action, 'resendinvite'>, string> = {
  cancelinvite: 'Invitation canceled',
  remove: 'Removed from the company’s network',
};

const resentWords = ({ mail_sent, mail_withheld }: { mail_sent: boolean; mail_withheld: boolean }) => {
  if (mail_sent) return 'Invitation resent';
  return mail_withheld
    ? 'Invitation extended. They don’t get these emails, so none was sent.'
    : 'Invitation extended. They ignored an invitation from this company, so no email was sent.';
};

export async function action(args: ActionFunctionArgs) {
  const companyid = await companyIdOf(args);
  const chosen = actionOf(args);
  return submit(args, {
    form: buttonForm,
    operation: changeCompanyConnection,
    input: () => ({ companyid, connectionid: args.params.connectionid ?? '', action: chosen }),
    done: (sent) => {
      flash(args.context.visit, chosen === 'resendinvite' ? resentWords(sent) : done[chosen]);
      const { search } = new URL(args.request.url);
      return redirect(`/admin/user/${args.params.userid}/enterprise/network${search}`);
    },
  });
}

const titles: Record<Action, string> = {
  resendinvite: 'Resend Invite',
  cancelinvite: 'Cancel Invite',
  remove: 'Remove from Network',
};

/** Asks before staff resend, cancel or remove for a company, and says what the company and the person will see. */
export default function CompanyConnection() {
  const { action, company_name, name, accepted, ignored, withheld, reason } = useLoaderData<typeof loader>();
  return (
    <Sure
      id="connection"
      obstacle={reason === null ? null : { reason, title: titles[action] }}
      result={useActionData<typeof action>()}
    >
      {action === 'resendinvite' && (ignored || withheld) ? (
        <>
          <b>{name}</b>{' '}
          {ignored
            ? `ignored an invitation of ${company_name}, so no email will be sent.`
            : 'doesn’t get these emails, so none will be sent.'}{' '}
          The invitation will be valid for 30 days from now, and the company can give them its link.
        </>
      ) : action === 'resendinvite' ? (
        <>
          The invitation of {company_name} will be mailed to <b>{name}</b> again, and is valid for 30 days
          from now.
        </>
      ) : action === 'cancelinvite' && !accepted ? (
        <>
          The invitation of {company_name} for <b>{name}</b> will be withdrawn, and its link will stop
          working.
        </>
      ) : (
        <>
          <b>{name}</b> will be removed from the network of {company_name} now, which no longer sees their
          score. Both are told by email.
        </>
      )}
    </Sure>
  );
}
