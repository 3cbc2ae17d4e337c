import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { loginFields } from '#modules/identity/fields.ts';
import { loginForm } from '#modules/identity/forms.ts';
import { login, twoStepVerify } from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { type ReadActionArgs, submit } from '../../action.server.ts';
import { Banner, Form, PageTitle, PasswordField, SubmitButton, TextInput } from '../../components/index.ts';
import { attempt, callerOf } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';
import { titled } from '../../title.ts';
import { followedInvitation } from '../network/followed-invitation.server.ts';
import { InvitedBanner } from '../network/invited-banner.tsx';
import { carryNext, destinationOf, keepNext } from './destination.server.ts';
import { PasskeyButton } from './passkey-button.tsx';

const account = bind(loginFields);

export const meta = titled('Log in');

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  if (caller?.twoStepDone) throw redirect(await destinationOf(args));
  const asked = new URL(args.request.url).searchParams;
  return { reason: reasonOf(asked), invited: await followedInvitation(args) };
}

/** Why the page is shown, if the person did not ask for it. */
function reasonOf(asked: URLSearchParams): { tone: 'ok' | 'info'; words: string } | null {
  if (asked.has('newpassword')) return { tone: 'ok', words: identityTexts['login.password-changed'] };
  if (asked.has('ended')) return { tone: 'info', words: identityTexts['login.session-ended'] };
  if (asked.get('next')?.startsWith('/verify?code=')) {
    return { tone: 'info', words: identityTexts['login.code-elsewhere'] };
  }
  if (asked.get('next')?.startsWith('/register/verification')) {
    return { tone: 'info', words: identityTexts['login.verify-needed'] };
  }
  if (asked.has('next')) return { tone: 'info', words: identityTexts['login.needed'] };
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const read = await readForm({ ...args, request: args.request.clone() });
  const authenticator = new Authenticator<Awaited<ReturnType<typeof signIn>>>();
  authenticator.use(new FormStrategy(() => signIn({ ...args, ...read })));
  return authenticator.authenticate('form', args.request);
}

function signIn(args: ReadActionArgs) {
  return submit(args, {
    form: loginForm,
    operation: login,
    done: async ({ twosteprequired, redirect_to_branded_domain: elsewhere }) => {
      if (elsewhere) return redirect(`${elsewhere}${carryNext(args)}`);
      if (!twosteprequired) return redirect(await destinationOf(args));
      await sendFirstCode(args);
      return redirect(`/verify${keepNext(args)}`);
    },
  });
}

/**
 * If this is refused because a code was sent recently, that code still works. Any other problem is shown on the next
 * page, which can send a code.
 */
async function sendFirstCode(args: ActionFunctionArgs): Promise<void> {
  await attempt(args, twoStepVerify, {});
}

export default function Login() {
  const { reason, invited } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>Log in</PageTitle>
        <p className="muted">
          New here? <Link to="/register">Get Started Today</Link>
        </p>
      </div>
      {reason ? (
        <Banner tone={reason.tone} live="status">
          {reason.words}
        </Banner>
      ) : null}
      <InvitedBanner {...invited} to="login" />
      <Form
        id="login"
        result={useActionData<typeof action>()}
        defaults={{ emailaddress: invited.emailaddress ?? '' }}
      >
        <TextInput field={account.emailaddress} enterKeyHint="next" />
        <PasswordField
          field={account.password}
          enterKeyHint="go"
          aside={
            <Link className="small" to="/forgotpassword">
              Forgot Password?
            </Link>
          }
        />
        <SubmitButton size="large" wide pending="Logging in">
          Log in
        </SubmitButton>
      </Form>
      <PasskeyButton action={`/login/passkey${search}`} label="Use a passkey" />
      <p className="small faint">
        After your password, we ask for a {identityLimits['code.length-characters']}-character code, unless
        this browser is remembered.
      </p>
    </>
  );
}
