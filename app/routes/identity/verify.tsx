import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { secondStepFields } from '#modules/identity/fields.ts';
import { secondStepForm } from '#modules/identity/forms.ts';
import { getSecondStep, twoStepVerify } from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { Checkbox, SoloCard } from '../../components/index.ts';
import { callerOf, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { CodeForm } from './code-form.tsx';
import { codeIntents } from './code-intents.ts';
import { destinationOf } from './destination.server.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { Resend } from './resend.tsx';
import { CodeSentTo } from './sent-code.tsx';

const secondStep = bind(secondStepFields);

export const meta = titled('Enter your code');
export const handle: SoloHandle = { logout: true };

/** The method that the address names (doc1 §2). */
function methodOf({ request }: LoaderFunctionArgs): string | undefined {
  return new URL(request.url).searchParams.get('specificmethod')?.slice(0, 64) || undefined;
}

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  if (caller?.twoStepDone) throw redirect(await destinationOf(args));
  const query = new URL(args.request.url).searchParams;
  const step = await perform(args, getSecondStep, { specificmethod: methodOf(args) });
  // Staff are asked for a code at every sign-in (D13).
  const remembers = caller?.role !== 'ADMIN';
  return {
    ...step,
    remembers,
    code: (query.get('code') ?? '').slice(0, identityLimits['code.length-characters']),
  };
}

export const action = intents(codeIntents, {
  check: (args) =>
    submit(args, {
      form: secondStepForm,
      operation: twoStepVerify,
      input: (value) => ({ ...value, specificmethod: methodOf(args) }),
      done: async () => redirect(await destinationOf(args)),
    }),
  resend: (args) =>
    submit(args, {
      form: buttonForm,
      operation: twoStepVerify,
      input: () => ({ specificmethod: methodOf(args) }),
      done: () => data(null),
    }),
});

export default function Verify() {
  const { contact_method, sent, resend_seconds, code, passkey, remembers } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  return (
    <SoloCard title="Enter your code" lead={<Lead by={contact_method} sent={sent} />}>
      <CodeForm
        id="verify"
        intent={codeIntents.check}
        field={secondStep.code}
        result={result}
        prefill={code}
        button="Verify"
      >
        {remembers ? <Checkbox field={secondStep.rememberbrowser} note="Only on your own device." /> : null}
      </CodeForm>
      {passkey ? <PasskeyButton action={`/verify/passkey${search}`} label="Use a passkey" /> : null}
      <div className="stack stack-8 aftermath">
        {contact_method === 'OTPAPP' ? null : (
          <Resend result={result} seconds={resend_seconds} label={sent ? undefined : 'Send a code'} />
        )}
        <p className="small">
          <Link to={{ pathname: 'method', search }} preventScrollReset>
            Use another way to verify
          </Link>
        </p>
      </div>
    </SoloCard>
  );
}

type Step = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'contact_method' | 'sent'>;

/** Where to find the code. */
function Lead({ by, sent }: { by: Step['contact_method']; sent: Step['sent'] }) {
  if (by === 'OTPAPP') return <>Enter the six digits your authenticator app shows.</>;
  if (!sent) return <>Request a code to continue.</>;
  const { contact_method, contact_value } = sent;
  return (
    <CodeSentTo address={contact_value} way={contact_method === 'SMS' ? 'by text message' : 'by email'} />
  );
}
