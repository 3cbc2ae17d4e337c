import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { recoveryFields } from '#modules/identity/fields.ts';
import { recoveryForm } from '#modules/identity/forms.ts';
import { checkRecoveryLink, forgotPasswordVerify, getRecovery } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { DeadLink, Form, LinkButton, SoloCard, SubmitButton } from '../../components/index.ts';
import { leave, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { CodeForm } from './code-form.tsx';

const recovery = bind(recoveryFields);

export const meta = titled('Verify Your Email');

/** Also after a refusal: the link may have ended in the meantime, which the page then says. */
export const shouldRevalidate = () => true;

/** A mailed link contains a long token; a typed code has six characters (D12). */
const TOKEN = 32;

const deadWords = {
  used: { title: 'This link was already used', lead: identityTexts['recovery.link-used'] },
  expired: { title: 'This link has expired', lead: identityTexts['recovery.link-expired'] },
  replaced: { title: 'This link was replaced', lead: identityTexts['recovery.link-replaced'] },
  unknown: { title: 'This link doesn’t work', lead: identityTexts['recovery.link-unknown'] },
};

export async function loader(args: LoaderFunctionArgs) {
  const code = (new URL(args.request.url).searchParams.get('code') ?? '').slice(0, 128);
  const { asked, granted } = await perform(args, getRecovery, {});
  if (code === '' && !asked) throw redirect('/forgotpassword');
  if (code.length <= TOKEN && asked) return data({ code, byLink: false, dead: null });
  // A link that was cut off is no code either in a browser that has not asked for one.
  const { state } = await perform(args, checkRecoveryLink, { code });
  if (state === 'open') return data({ code, byLink: true, dead: null });
  // The link was used in this browser, which may still set the password.
  if (state === 'used' && granted) throw redirect('/forgotpassword/newpassword');
  return data(
    { code: '', byLink: true, dead: deadWords[state] },
    { status: state === 'unknown' ? 404 : 410 },
  );
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: recoveryForm,
    operation: forgotPasswordVerify,
    done: ({ startsover }) => {
      if (startsover) return leave(args, identityTexts['recovery.starts-over'], '/register');
      return redirect('/forgotpassword/newpassword');
    },
  });
}

export default function ForgotPasswordVerification() {
  const { code, byLink, dead } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (dead) {
    return (
      <DeadLink {...dead}>
        <LinkButton to="/forgotpassword" kind="primary" size="large" wide>
          Request a new link
        </LinkButton>
      </DeadLink>
    );
  }
  return (
    <SoloCard
      title="Verify Your Email"
      lead={`If that address has an account, we emailed it a code and a link. They expire in ${formatDuration(identityTimings['recovery.code-lifetime'])}.`}
    >
      {byLink ? (
        <LinkForm token={code} result={result} />
      ) : (
        <CodeForm id="recovery" field={recovery.code} result={result} prefill={code} button="Continue" />
      )}
      <p className="small">
        <Link to="/forgotpassword">Send another code</Link>
      </p>
    </SoloCard>
  );
}

/**
 * Shown for the token of a link. Opening the page does not use the token up, only submitting the form, which script
 * does at once.
 */
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
      <input type="hidden" name={recovery.code.name} value={token} />
      <SubmitButton size="large" wide pending="Checking">
        Continue
      </SubmitButton>
    </Form>
  );
}
