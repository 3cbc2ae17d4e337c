import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { codeFields } from '#modules/identity/fields.ts';
import { codeForm } from '#modules/identity/forms.ts';
import { getRegistration, registerVerify, resendRegistrationCode } from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { SoloCard } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { AddressHint } from './address-hint.tsx';
import { CodeForm } from './code-form.tsx';
import { codeIntents } from './code-intents.ts';
import { firstDestination, keepNext } from './destination.server.ts';
import { Resend } from './resend.tsx';
import { CodeSentTo } from './sent-code.tsx';

const verification = bind(codeFields);

export const meta = titled('Verify Your Email');
export const handle: SoloHandle = { logout: true };

export async function loader(args: LoaderFunctionArgs) {
  const { termsaccepted, emailverified, emailaddress, resend_seconds } = await perform(
    args,
    getRegistration,
    {},
  );
  if (!termsaccepted) throw redirect(`/register/terms${keepNext(args)}`);
  const asked = new URL(args.request.url).searchParams;
  if (emailverified) {
    if (asked.has('code')) flash(args.context.visit, 'Your email address is already verified');
    throw redirect('/user');
  }
  const code = (asked.get('code') ?? '').slice(0, identityLimits['code.length-characters']);
  return { emailaddress, resend_seconds, code, hinted: !asked.has('keep') };
}

export const action = intents(codeIntents, {
  check: (args) =>
    submit(args, {
      form: codeForm,
      operation: registerVerify,
      done: () => redirect(firstDestination(args)),
    }),
  resend: (args) =>
    submit(args, { form: buttonForm, operation: resendRegistrationCode, done: () => data(null) }),
});

export default function RegisterVerification() {
  const { emailaddress, resend_seconds, code, hinted } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SoloCard title="Verify Your Email" lead={<CodeSentTo address={showEmailAddress(emailaddress)} />}>
      {hinted ? (
        <AddressHint
          emailaddress={emailaddress}
          change="/register/verification/address"
          keep="/register/verification?keep"
        />
      ) : null}
      <CodeForm
        id="verification"
        intent={codeIntents.check}
        field={verification.code}
        result={result}
        prefill={code}
        button="Continue"
      />
      <div className="stack stack-8 aftermath">
        <Resend result={result} seconds={resend_seconds} />
        <p className="small">
          <Link to="/register/verification/address" preventScrollReset>
            Wrong address? Change it
          </Link>
        </p>
      </div>
    </SoloCard>
  );
}
