import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { codeForm } from '#modules/identity/forms.ts';
import { getRegistration, registerVerify, resendRegistrationCode } from '#modules/identity/index.ts';
import { SoloCard } from '../../components/index.ts';
import { perform, submit } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { CodeForm } from './code-form.tsx';
import { linkDestination } from './destination.server.ts';
import { Resend } from './resend.tsx';

export const meta = () => [{ title: 'Verify Your Email - ShieldHub' }];
export const handle: SoloHandle = { logout: true };

export async function loader(args: LoaderFunctionArgs) {
  const { termsaccepted, emailverified, partialemailaddress, resend_seconds } = await perform(
    args,
    getRegistration,
    {},
  );
  if (!termsaccepted) throw redirect('/register/terms');
  if (emailverified) throw redirect('/user');
  const code = (new URL(args.request.url).searchParams.get('code') ?? '').slice(0, 6);
  return { partialemailaddress, resend_seconds, code };
}

const resendForm = z.object({ intent: z.literal('resend') });

export async function action(args: ActionFunctionArgs) {
  const formData = await readForm(args.request);
  if (formData.get('intent') === 'resend') {
    return submit(args, {
      formData,
      schema: resendForm,
      operation: resendRegistrationCode,
      input: () => ({}),
      done: () => data(null),
    });
  }
  return submit(args, {
    formData,
    schema: codeForm,
    operation: registerVerify,
    done: () => redirect(linkDestination(args.context.visit) ?? '/user?gettingstarted'),
  });
}

export default function RegisterVerification() {
  const { partialemailaddress, resend_seconds, code } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SoloCard
      title="Verify Your Email"
      lead={
        <>
          We sent six characters to <b className="nowrap">{partialemailaddress}</b>. They work for 10 minutes.
        </>
      }
    >
      <CodeForm id="verification" result={result} prefill={code} button="Continue" />
      <div className="stack stack-8 aftermath">
        <Resend result={result} seconds={resend_seconds} />
      </div>
    </SoloCard>
  );
}
