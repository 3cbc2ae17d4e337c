import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { acceptFields } from '#modules/network/fields.ts';
import { acceptForm } from '#modules/network/forms.ts';
import { acceptInvite, getInvitation, openInvitation } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
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
import { isOwnStep } from '../../own-step.server.ts';
import { titled } from '../../title.ts';
import { acceptIntents } from './accept-intents.ts';
import { leaveLink } from './link-cookies.server.ts';

const accept = bind(acceptFields);

export const meta = titled('Accept Invite and Share');

/**
 * The owner of the network sees that the invitation was opened, so a request from another site does not count as
 * opening it (D106, D108).
 */
export function loader(args: LoaderFunctionArgs) {
  const input = { inviteid: args.params.inviteid ?? '' };
  return perform(args, isOwnStep(args.request) ? openInvitation : getInvitation, input);
}

export const action = intents(acceptIntents, {
  accept: (args) =>
    submit(args, {
      form: acceptForm,
      operation: acceptInvite,
      input: ({ accepttype }) => ({ inviteid: args.params.inviteid ?? '', accepttype }),
      done: () => {
        leaveLink(args.context.visit);
        flash(args.context.visit, 'Invitation accepted');
        return redirect('/user');
      },
    }),
  begin: (args) =>
    submit(args, {
      form: buttonForm,
      operation: openInvitation,
      input: () => ({ inviteid: args.params.inviteid ?? '' }),
      done: ({ application_open }) => redirect(application_open ? '/user/application' : '/user/purchase'),
    }),
});

/** The choice to accept as oneself or as a company. What cannot be chosen shows the reason (doc1 §5). */
export default function Accept() {
  const { invitation, obstacles, also_seen_by, application_open } = useLoaderData<typeof loader>();
  const inviter = `${invitation.firstname} ${invitation.lastname}`;
  const network = invitation.businessname || inviter;
  const none = obstacles.INDIVIDUAL !== null && obstacles.FULLNETWORK !== null;
  const only =
    obstacles.INDIVIDUAL === null
      ? obstacles.FULLNETWORK === null
        ? undefined
        : 'INDIVIDUAL'
      : obstacles.FULLNETWORK === null && invitation.connectiontype === 'FULLNETWORK'
        ? 'FULLNETWORK'
        : undefined;
  return (
    <RouteDialog title="Accept Invite and Share">
      <Form
        id="accept"
        intent={none ? acceptIntents.begin : acceptIntents.accept}
        result={useActionData<typeof action>()}
        defaults={only ? { accepttype: only } : {}}
        className="dialog-form"
      >
        <DialogBody>
          {invitation.connectiontype === 'FULLNETWORK' ? (
            <p className="muted">
              <b>{network}</b> asks your company to share its network. They’ll see the names and scores of its
              people, and your company’s contact instead of emails and ShieldIDs. We’ll tell each person, and
              they can turn this off. You can end it at any time under Shared with Others.
            </p>
          ) : (
            <p className="muted">
              <b>{network}</b> asks to see{' '}
              {invitation.network_requires_pdf ? 'your score and your full report' : 'your score'}. You can
              stop sharing at any time under Shared with Others.
            </p>
          )}
          {invitation.connectiontype === 'INDIVIDUAL' ? (
            <p className="muted">{networkTexts['invitations.what-inviter-sees']}</p>
          ) : null}
          {also_seen_by.length > 0 && invitation.connectiontype === 'INDIVIDUAL' ? (
            <p className="muted">
              {network} shares its network through ShieldLink. Until you turn off sharing with them, these
              companies will also see your name and score: <b>{also_seen_by.join(', ')}</b>.
            </p>
          ) : null}
          {invitation.connectiontype === 'FULLNETWORK' && obstacles.FULLNETWORK ? (
            <Banner tone="warn">{obstacles.FULLNETWORK}</Banner>
          ) : null}
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
          {none && invitation.connectiontype === 'FULLNETWORK' ? (
            <LinkButton kind="primary" to="/support">
              Contact support
            </LinkButton>
          ) : none ? (
            <SubmitButton pending="Opening">
              {application_open ? 'Continue application' : 'Purchase Background Check'}
            </SubmitButton>
          ) : (
            <SubmitButton pending="Accepting">Accept</SubmitButton>
          )}
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
