import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { smsCodeFields, smsNumberFields } from '#modules/network/fields.ts';
import { smsCodeForm, smsNumberForm } from '#modules/network/forms.ts';
import {
  getConnectionName,
  getInviteLink,
  getSmsAccept,
  proveSmsCode,
  proveSmsNumber,
  resendSmsCode,
  restartSmsAccept,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatDuration, SECOND } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Banner,
  DialogBody,
  DialogFoot,
  Form,
  LinkButton,
  PollingRefresh,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { attempt, perform, waitSentence } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { CodeForm } from '../identity/code-form.tsx';
import { smsIntents } from './sms-intents.ts';

const { phonenumber } = bind(smsNumberFields);
const { verificationcode } = bind(smsCodeFields);

export const meta = titled('SMS Accept');

const idIn = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.connectionid ?? '';

export async function loader(args: LoaderFunctionArgs) {
  const id = idIn(args);
  const flow = await perform(args, getSmsAccept, { networkinvitationid: id });
  // A withdrawn invitation is no longer in the network.
  const named = await attempt(args, getConnectionName, { connectionid: id });
  const link = await attempt(args, getInviteLink, { inviteid: id });
  const until = async (words: string, at: Date | null) => at && `${words} ${await waitSentence(args, at)}`;
  return {
    ...flow,
    name: named.ok ? named.output.name : 'This person',
    ownLink: link.ok,
    /** Why no digits or code can be tried, and why no code can be sent, with the time until when. */
    locked: await until(networkTexts['sms.locked'], flow.tries_again),
    sendsUsed: await until(networkTexts['sms.sends-used'], flow.sends_again),
  };
}

/** Also after a refusal, because the number of tries that are left changes. */
export const shouldRevalidate = () => true;

/** Redirects to the same page, which then shows the current step. */
function again({ request }: ReadActionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('polling');
  return redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
}

export const action = intents(smsIntents, {
  number: (args) =>
    submit(args, {
      form: smsNumberForm,
      operation: proveSmsNumber,
      input: (value) => ({ networkinvitationid: idIn(args), ...value }),
      done: () => again(args),
    }),
  code: (args) =>
    submit(args, {
      form: smsCodeForm,
      operation: proveSmsCode,
      input: (value) => ({ networkinvitationid: idIn(args), ...value }),
      done: () => again(args),
    }),
  resend: (args) =>
    submit(args, {
      form: buttonForm,
      operation: resendSmsCode,
      input: () => ({ networkinvitationid: idIn(args) }),
      done: () => again(args),
    }),
  restart: (args) =>
    submit(args, {
      form: buttonForm,
      operation: restartSmsAccept,
      input: () => ({ networkinvitationid: idIn(args) }),
      done: () => again(args),
    }),
});

/** Accepts an invitation for a person through text messages, step by step (doc1 §4). */
export default function SmsAccept() {
  const { step } = useLoaderData<typeof loader>();
  const Step = steps[step];
  return (
    <RouteDialog title="SMS Accept">
      <Step key={step} />
    </RouteDialog>
  );
}

function NumberStep() {
  const { name, locked, sendsUsed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (locked) return <Stop words={locked} />;
  if (sendsUsed) return <Stop words={sendsUsed} />;
  return (
    <DialogBody>
      <div className="stack stack-24">
        <p className="muted">
          Confirm that you know <b>{name}</b>: enter the last 4 digits of their mobile number. Then we’ll text
          a code to it.
        </p>
        <CodeForm
          id="number"
          intent={smsIntents.number}
          field={phonenumber}
          length={4}
          result={result}
          prefill=""
          button="Next"
        />
      </div>
    </DialogBody>
  );
}

function CodeStep() {
  const { name, locked, sendsUsed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (locked) return <Stop words={locked} />;
  return (
    <DialogBody>
      <div className="stack stack-24">
        <p className="muted">
          We’re texting <b>{name}</b> a code. Ask them for it. It expires in{' '}
          {formatDuration(networkTimings['sms.code-lifetime'])}.
        </p>
        <CodeForm
          id="code"
          intent={smsIntents.code}
          field={verificationcode}
          length={4}
          result={result}
          prefill=""
          button="Next"
        />
        {sendsUsed ? (
          <p className="small muted">{sendsUsed}</p>
        ) : (
          <Again id="another-code" intent={smsIntents.resend} result={result} label="Send another code" />
        )}
      </div>
    </DialogBody>
  );
}

function WaitingStep() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <>
      <PollingRefresh seconds={networkTimings['sms.polling'] / SECOND} />
      <DialogBody>
        <p role="status">
          We’ve asked <b>{name}</b> by text message. Waiting for them to reply Y or N.
        </p>
        <p className="muted">
          They have {formatDuration(networkTimings['sms.answer-wait'])} to answer. You can close this and come
          back.
        </p>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </>
  );
}

function AcceptedStep() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <>
      <DialogBody>
        <Banner tone="ok">
          <b>{name}</b> {networkTexts['sms.joined']}
        </Banner>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </>
  );
}

function DeclinedStep() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <>
      <DialogBody>
        <Banner tone="warn">
          <b>{name}</b> {networkTexts['sms.declined']}
        </Banner>
        <p className="muted">Nothing was shared. Their invitation stays open until it expires.</p>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </>
  );
}

function UnansweredStep() {
  const { opted_out } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (opted_out) return <Stop words={networkTexts['sms.opted-out']} />;
  return (
    <Stop words={networkTexts['sms.unanswered']}>
      <Again id="restart" intent={smsIntents.restart} result={result} label="Start again" />
    </Stop>
  );
}

function StoppedStep() {
  const { obstacle } = useLoaderData<typeof loader>();
  return <Stop words={obstacle ?? networkTexts['sms.closed']} />;
}

/** Shown if the acceptance cannot continue by text message. It offers the link instead. */
function Stop({ words, children }: { words: string; children?: ReactNode }) {
  const { ownLink } = useLoaderData<typeof loader>();
  const { connectionid } = useParams();
  return (
    <>
      <DialogBody>
        <Banner tone="warn">{words}</Banner>
        {children}
      </DialogBody>
      <DialogFoot cancel="Close">
        <LinkButton
          to={ownLink ? `/user/network/link/${connectionid}` : '/user/network/invite-link'}
          kind="primary"
          preventScrollReset
        >
          Get Invite Link
        </LinkButton>
      </DialogFoot>
    </>
  );
}

interface AgainProps {
  id: string;
  intent: (typeof smsIntents)[keyof typeof smsIntents];
  result: unknown;
  label: string;
}

function Again({ id, intent, result, label }: AgainProps) {
  return (
    <Form id={id} intent={intent} result={result} className="stack stack-8">
      <div>
        <SubmitButton kind="default" size="small" pending="Sending">
          {label}
        </SubmitButton>
      </div>
    </Form>
  );
}

const steps = {
  number: NumberStep,
  code: CodeStep,
  waiting: WaitingStep,
  accepted: AcceptedStep,
  declined: DeclinedStep,
  unanswered: UnansweredStep,
  stopped: StoppedStep,
};
