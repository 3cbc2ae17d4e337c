import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLocation } from '@remix-run/react';
import { recoveryCodeFields } from '#modules/identity/fields.ts';
import { recoveryCodeForm } from '#modules/identity/forms.ts';
import { listVerificationMethods, useRecoveryCode } from '#modules/identity/index.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Form, SoloCard, SubmitButton, TextInput } from '../../components/index.ts';
import { callerOf, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { destinationOf } from './destination.server.ts';

const { recoverycode } = bind(recoveryCodeFields);

export const meta = titled('Use a recovery code');
export const handle: SoloHandle = { logout: true };

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  if (caller?.twoStepDone) throw redirect(await destinationOf(args));
  // Redirects to the login page if there is no session.
  await perform(args, listVerificationMethods, {});
  return null;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: recoveryCodeForm,
    operation: useRecoveryCode,
    done: async ({ left }) => {
      flash(args.context.visit, `Recovery code used. ${formatCount(left, 'code is', 'codes are')} left.`);
      return redirect(await destinationOf(args));
    },
  });
}

/** The second step for a person who cannot use any of their methods. */
export default function VerifyRecoveryCode() {
  const { search } = useLocation();
  return (
    <SoloCard
      title="Use a recovery code"
      lead="Enter one of the recovery codes you saved. Each code works once."
    >
      <Form
        id="recovery"
        result={useActionData<typeof action>()}
        className="stack stack-24"
        autoComplete="off"
      >
        <TextInput field={recoverycode} autoCapitalize="characters" spellCheck={false} />
        <SubmitButton size="large" wide pending="Checking">
          Verify
        </SubmitButton>
      </Form>
      <p className="small aftermath">
        <Link to={{ pathname: '/verify', search }}>Enter a verification code instead</Link>
      </p>
    </SoloCard>
  );
}
