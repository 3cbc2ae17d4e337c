import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { codeForm } from '#modules/identity/forms.ts';
import { forgotPasswordVerify, getRecovery } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { submit } from '../../action.server.ts';
import { Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { CodeForm } from './code-form.tsx';

export const meta = () => [{ title: 'Verify Your Email - ShieldHub' }];

/** A mailed link carries a long token; a typed code has six characters (D12). */
const TOKEN = 32;

export async function loader(args: LoaderFunctionArgs) {
  const code = (new URL(args.request.url).searchParams.get('code') ?? '').slice(0, 128);
  const { asked } = await perform(args, getRecovery, {});
  if (!asked && code.length <= TOKEN) throw redirect('/forgotpassword');
  return { code, byLink: code.length > TOKEN };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    schema: codeForm,
    operation: forgotPasswordVerify,
    input: ({ code }) => ({ code }),
    done: () => redirect('/forgotpassword/newpassword'),
  });
}

export default function ForgotPasswordVerification() {
  const { code, byLink } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SoloCard
      title="Verify Your Email"
      lead={`A code and a link were sent to your e-mail. They work for ${formatDuration(identityTimings['recovery.code-lifetime'])}.`}
    >
      {byLink ? (
        <LinkForm token={code} result={result} />
      ) : (
        <CodeForm id="recovery" result={result} prefill={code} button="Continue" />
      )}
      <p className="small">
        <Link to="/forgotpassword">Send another code</Link>
      </p>
    </SoloCard>
  );
}

/** The link's own token: opening the page uses nothing up, the form does; with script it sends itself. */
function LinkForm({ token, result }: { token: string; result: unknown }) {
  const submitForm = useSubmit();
  const sent = useRef(false);
  useEffect(() => {
    const form = document.getElementById('link');
    if (result || sent.current || !(form instanceof HTMLFormElement)) return;
    sent.current = true;
    submitForm(form);
  }, [result, submitForm]);
  return (
    <Form id="link" result={result}>
      <input type="hidden" name="code" value={token} />
      <SubmitButton size="large" wide pending="Checking">
        Continue
      </SubmitButton>
    </Form>
  );
}
