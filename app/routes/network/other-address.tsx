import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { codeForm } from '#modules/identity/forms.ts';
import { logout } from '#modules/identity/index.ts';
import {
  askOwnInvitation,
  getOtherAddress,
  proveInvitedAddress,
  sendInvitedAddressCode,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { Banner, Card, Form, LinkButton, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { CodeSentTo, SentCode } from '../identity/sent-code.tsx';
import { otherAddressIntents as names } from './other-address-intents.ts';

export const meta = titled('Invitation to another address');

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const linkOf = ({ params }: Args) => ({ linkid: params.linkid ?? '' });

/** The page of the link, which leads to wherever it leads now. */
const linkPage = (args: Args) => `/link/${encodeURIComponent(linkOf(args).linkid)}`;
const ownPage = (args: Args) => `${linkPage(args)}/address`;

/** For who is signed in with another address than the invited one (D115). Opening it changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await attempt(args, getOtherAddress, linkOf(args));
  if (found.ok) return data(found.output);
  if (leadsNowhere(found.code)) throw redirect(linkPage(args));
  throw errorPage(found.refusal);
}

export const action = intents(names, {
  switch: (args) =>
    submit(args, {
      form: buttonForm,
      operation: logout,
      input: () => ({}),
      done: () => redirect(linkPage(args)),
    }),
  check: (args) =>
    submit(args, {
      form: codeForm,
      operation: proveInvitedAddress,
      input: (value) => ({ ...value, ...linkOf(args) }),
      done: () => redirect(linkPage(args)),
      refused: { 'not-found': () => linkPage(args) },
    }),
  resend: (args) =>
    submit(args, {
      form: buttonForm,
      operation: sendInvitedAddressCode,
      input: () => linkOf(args),
      done: () => redirect(ownPage(args)),
      refused: { 'not-found': () => linkPage(args) },
    }),
  ask: (args) =>
    submit(args, {
      form: buttonForm,
      operation: askOwnInvitation,
      input: () => linkOf(args),
      done: () => redirect(ownPage(args)),
      refused: { 'not-found': () => linkPage(args), 'network.own-invitation-asked': () => ownPage(args) },
    }),
});

/** The three ways on: the invited address's own account, a proof that both addresses are theirs, or asking the inviter. */
export default function OtherAddress() {
  const { inviter, invited_address: invited, own_address: own, to_company } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SoloCard
      title={invited ? 'This invitation is for another address' : 'This invitation is for another account'}
      lead={
        <>
          <b>{inviter}</b> sent it to {invited ? <b className="anywhere">{invited}</b> : 'another account'},
          and you’re logged in as <b className="anywhere">{own}</b>. It stays open for{' '}
          {invited ? 'that address' : 'that account'} until it’s answered or expires.
        </>
      }
    >
      <Card title={invited ? 'Log in with the invited address' : 'Log in with the invited account'}>
        <Form id="switch" intent={names.switch} result={result} summary={false} className="stack stack-16">
          <p className="muted">
            {invited
              ? 'You can also create an account with that address.'
              : 'You’ll be logged out here, and can then log in with the other account.'}
          </p>
          <div>
            <SubmitButton pending="Logging out">Log out and continue</SubmitButton>
          </div>
        </Form>
      </Card>
      {invited ? <BothMine invited={invited} /> : null}
      {to_company ? null : <OfMyOwn />}
      <div className="actions">
        <LinkButton kind="quiet" to="/user">
          Not now
        </LinkButton>
      </div>
    </SoloCard>
  );
}

/** The invited address is the person's as well. */
function BothMine({ invited }: { invited: string }) {
  const { own_address, code_sent, resend_seconds, connected } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (connected) return null;
  return (
    <Card title="Both addresses are mine">
      {code_sent ? (
        <SentCode
          id="code"
          check={names.check}
          result={result}
          lead={
            <p className="muted">
              <CodeSentTo address={invited} />
            </p>
          }
          button="Take the invitation"
          resendSeconds={resend_seconds}
        />
      ) : (
        <Form id="send" intent={names.resend} result={result} className="stack stack-16">
          <p className="muted">
            We’ll send a code to <b className="anywhere">{invited}</b>. Once you enter it here, the invitation
            is yours, with its coupon if it has one. You still log in with{' '}
            <b className="anywhere">{own_address}</b>.
          </p>
          <div>
            <SubmitButton kind="default" pending="Sending">
              Send a code
            </SubmitButton>
          </div>
        </Form>
      )}
    </Card>
  );
}

/** An invitation of the person's own. */
function OfMyOwn() {
  const { inviter, own_address, asked, connected } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (connected) return <Banner tone="info">{networkTexts['invitations.own-needless']}</Banner>;
  if (asked) {
    return (
      <Banner tone="ok">
        {networkTexts['invitations.own-asked']} If they invite you, you’ll get an email at {own_address}.
      </Banner>
    );
  }
  return (
    <Card title="Ask for your own invitation">
      <Form id="ask" intent={names.ask} result={result} className="stack stack-16">
        <p className="muted">
          <b>{inviter}</b> then learns your name and your email address, and decides whether to invite you.
          You can ask once.
        </p>
        <div>
          <SubmitButton kind="default" pending="Asking">
            Ask {inviter}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
