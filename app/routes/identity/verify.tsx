import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { secondStepFields } from '#modules/identity/fields.ts';
import { secondStepForm } from '#modules/identity/forms.ts';
import { getSecondStep, twoStepVerify } from '#modules/identity/index.ts';
import { identityLimits, identityTimings } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
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
import { Resend } from './resend.tsx';

const secondStep = bind(secondStepFields);

export const meta = titled('Enter your code');
export const handle: SoloHandle = { logout: true };

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  if (caller?.twoStepDone) throw redirect(await destinationOf(args));
  const query = new URL(args.request.url).searchParams;
  const step = await perform(args, getSecondStep, {});
  return { ...step, code: (query.get('code') ?? '').slice(0, 6) };
}

export const action = intents(codeIntents, {
  check: (args) =>
    submit(args, {
      form: secondStepForm,
      operation: twoStepVerify,
      input: (value) => value,
      done: async () => redirect(await destinationOf(args)),
    }),
  resend: (args) =>
    submit(args, {
      form: buttonForm,
      operation: twoStepVerify,
      input: () => ({
        specificmethod: new URL(args.request.url).searchParams.get('specificmethod') ?? undefined,
      }),
      done: () => data(null),
    }),
});

export default function Verify() {
  const { sent, resend_seconds, code } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const by = sent?.contact_method === 'SMS' ? 'by text message' : 'by email';
  return (
    <SoloCard
      title="Enter your code"
      lead={
        sent ? (
          <>
            We sent a {identityLimits['code.length-characters']}-character code {by} to{' '}
            <b className="nowrap">{sent.contact_value}</b>. It expires in{' '}
            {formatDuration(identityTimings['code.lifetime'])}.
          </>
        ) : (
          'Your code expired. Request a new one.'
        )
      }
    >
      <CodeForm
        id="verify"
        intent={codeIntents.check}
        field={secondStep.code}
        result={result}
        prefill={code}
        button="Verify"
      >
        <Checkbox field={secondStep.rememberbrowser} note="Only on your own device." />
      </CodeForm>
      <div className="stack stack-8 aftermath">
        <Resend result={result} seconds={resend_seconds} label={sent ? undefined : 'Send a code'} />
        <p className="small">
          <Link to={{ pathname: 'method', search }} preventScrollReset>
            Use another way to verify
          </Link>
        </p>
      </div>
    </SoloCard>
  );
}
