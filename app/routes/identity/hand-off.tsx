import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { checkHandOff, redeemHandOff, twoStepVerify } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Banner, Form, LinkButton, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, callerOf, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { destinationOf, keepNext } from './destination.server.ts';

export const meta = titled('Continue');

/**
 * The person comes from the login on another host (D15). Only submitting the form uses up the token, not opening the
 * page.
 */
export async function loader(args: LoaderFunctionArgs) {
  return perform(args, checkHandOff, { token: args.params.token ?? '' });
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: redeemHandOff,
    input: () => ({ token: args.params.token ?? '' }),
    done: async () => {
      const caller = await callerOf(args);
      if (caller?.twoStepDone) return redirect(await destinationOf(args));
      // If this is refused because a code was sent recently, that code still works. Any other problem is shown on the
      // next page, which can send a code.
      await attempt(args, twoStepVerify, {});
      return redirect(`/verify${keepNext(args)}`);
    },
  });
}

/** With script the form is submitted automatically. */
export default function HandOff() {
  const { open } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { brand } = useRoot();
  const send = useSubmit();
  const sent = useRef(false);
  useEffect(() => {
    if (!open || sent.current) return;
    sent.current = true;
    const form = document.getElementById('hand-off');
    if (form instanceof HTMLFormElement) send(form);
  }, [open, send]);
  if (!open) {
    return (
      <SoloCard title="Log in again">
        <Banner tone="info">{identityTexts['login.hand-off-over']}</Banner>
        <LinkButton to="/login" kind="primary" size="large" wide>
          Log in
        </LinkButton>
      </SoloCard>
    );
  }
  return (
    <SoloCard
      title={`Continue to ${brand.name}`}
      lead="You’re logged in. Continue to your account on this site."
    >
      <Form id="hand-off" result={result}>
        <SubmitButton size="large" wide pending="One moment">
          Continue
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
