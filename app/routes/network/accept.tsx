import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { acceptFields } from '#modules/network/fields.ts';
import { acceptForm } from '#modules/network/forms.ts';
import { acceptInvite, getInvitation } from '#modules/network/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  ChoiceCard,
  ChoiceGroup,
  DialogBody,
  DialogFoot,
  Form,
  LinkButton,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { leaveLink } from './link-cookies.server.ts';

const accept = bind(acceptFields);

export const meta = titled('Accept Invite and Share');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getInvitation, { inviteid: args.params.inviteid ?? '' });
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: acceptForm,
    operation: acceptInvite,
    input: ({ accepttype }) => ({ inviteid: args.params.inviteid ?? '', accepttype }),
    done: () => {
      leaveLink(args.context.visit);
      flash(args.context.visit, 'Invitation accepted');
      return redirect('/user');
    },
  });
}

/** Accept as oneself or as a company; what cannot be chosen says why (doc1 §5). */
export default function Accept() {
  const { invitation, obstacles, application_open } = useLoaderData<typeof loader>();
  const inviter = `${invitation.firstname} ${invitation.lastname}`;
  const network = invitation.businessname || inviter;
  const none = obstacles.INDIVIDUAL !== null && obstacles.FULLNETWORK !== null;
  const only = obstacles.INDIVIDUAL === null && obstacles.FULLNETWORK !== null ? 'INDIVIDUAL' : undefined;
  return (
    <RouteDialog title="Accept Invite and Share">
      <Form
        id="accept"
        result={useActionData<typeof action>()}
        defaults={only ? { accepttype: only } : {}}
        className="dialog-form"
      >
        <DialogBody>
          <p className="muted">
            <b>{network}</b> asks to see{' '}
            {invitation.network_requires_pdf ? 'your score and your full report' : 'your score'}. You can stop
            sharing at any time under Shared with Others.
          </p>
          {obstacles.INDIVIDUAL && invitation.connectiontype === 'INDIVIDUAL' ? (
            <Banner tone="warn">{obstacles.INDIVIDUAL}</Banner>
          ) : null}
          <ChoiceGroup field={accept.accepttype} quietLabel>
            <ChoiceCard
              field={accept.accepttype}
              value="INDIVIDUAL"
              label="As myself"
              note={
                invitation.connectiontype === 'INDIVIDUAL'
                  ? `Share my ShieldScore with ${network}`
                  : (obstacles.INDIVIDUAL ?? '')
              }
              disabled={obstacles.INDIVIDUAL !== null}
            />
            {obstacles.FULLNETWORK === null ? (
              <ChoiceCard
                field={accept.accepttype}
                value="FULLNETWORK"
                label="As a company"
                note="Share my whole network through ShieldLink"
              />
            ) : null}
          </ChoiceGroup>
        </DialogBody>
        <DialogFoot>
          {none ? (
            <LinkButton kind="primary" to={application_open ? '/user/application' : '/user/purchase'}>
              {application_open ? 'Continue application' : 'Purchase Background Check'}
            </LinkButton>
          ) : (
            <SubmitButton pending="Accepting">Accept</SubmitButton>
          )}
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
