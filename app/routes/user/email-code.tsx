import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { codeForm } from '#modules/identity/forms.ts';
import { confirmEmailChange, getEmailChange, resendEmailChange } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { DialogBody, LinkButton, RouteDialog } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { AddressHint } from '../identity/address-hint.tsx';
import { codeIntents } from '../identity/code-intents.ts';
import { SentCode } from '../identity/sent-code.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const change = await perform(args, getEmailChange, {});
  return { ...change, hinted: !new URL(args.request.url).searchParams.has('keep') };
}

export const action = intents(codeIntents, {
  check: (args) =>
    submit(args, {
      form: codeForm,
      operation: confirmEmailChange,
      done: () => {
        flash(args.context.visit, 'Email address changed');
        return redirect('/user/profile');
      },
    }),
  resend: (args) =>
    submit(args, {
      form: buttonForm,
      operation: resendEmailChange,
      input: (value) => value,
      done: () => data(null),
    }),
});

/** Takes the code that was sent to the new address. */
export default function EmailCode() {
  const { newemailaddress, resend_seconds, hinted } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Confirm your new email address">
      <DialogBody>
        {newemailaddress === null ? (
          <>
            <p>There’s no email address change to confirm.</p>
            <LinkButton to="/user/profile/email">Change your email address</LinkButton>
          </>
        ) : (
          <SentCode
            id="emailcode"
            check={codeIntents.check}
            result={result}
            lead={<Lead address={showEmailAddress(newemailaddress)} hinted={hinted} />}
            button="Confirm"
            resendSeconds={resend_seconds}
          />
        )}
      </DialogBody>
    </RouteDialog>
  );
}

/** Does not say whether the address belongs to somebody else. */
function Lead({ address, hinted }: { address: string; hinted: boolean }) {
  return (
    <>
      <p className="muted">
        If <b className="anywhere">{address}</b> is available, we sent a code to it. The code expires in{' '}
        {formatDuration(identityTimings['code.lifetime'])}.
      </p>
      {hinted ? (
        <AddressHint
          emailaddress={address}
          change="/user/profile/email"
          keep="/user/profile/emailcode?keep"
        />
      ) : null}
    </>
  );
}
