import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { codeForm } from '#modules/identity/forms.ts';
import { getMethodSetUp, manageTwoStep } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Banner,
  CopyButton,
  DialogBody,
  DialogFoot,
  LinkButton,
  RouteDialog,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { codeIntents } from '../identity/code-intents.ts';
import { CodeSentTo, SentCode } from '../identity/sent-code.tsx';
import { qrCodeOf } from './qr.server.ts';
import { ShownCodes } from './shown-codes.tsx';
import { kindNames, shownValue } from './words.ts';

export async function loader(args: LoaderFunctionArgs) {
  const setUp = await perform(args, getMethodSetUp, { id: args.params.methodid ?? '' });
  const { otpurl, ...rest } = setUp;
  return {
    ...rest,
    app: otpurl
      ? { url: otpurl, key: new URL(otpurl).searchParams.get('secret') ?? '', qr: qrCodeOf(otpurl) }
      : null,
  };
}

export const action = intents(codeIntents, {
  check: (args) =>
    submit(args, {
      form: codeForm,
      operation: manageTwoStep,
      input: (value) => ({ verifymethod: { id: args.params.methodid ?? '' }, ...value }),
      done: ({ recovery_codes }) => {
        if (recovery_codes) return data({ codes: recovery_codes });
        flash(args.context.visit, 'Verification method added');
        return redirect('/user/profile/security');
      },
    }),
  resend: (args) =>
    submit(args, {
      form: buttonForm,
      operation: manageTwoStep,
      input: () => ({ startmethod: { id: args.params.methodid ?? '' } }),
      done: () => data(null),
    }),
});

/** Takes the code that proves a method, from a message or from an app that was just set up. */
export default function MethodCode() {
  const { method, app, resend_seconds } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isApp = method.contact_method === 'OTPAPP';
  if (result && 'codes' in result) return <ShownCodes codes={result.codes} />;
  if (method.status !== 'pending') return <Verified />;
  if (isApp && !app) return <SetUpOver />;
  return (
    <RouteDialog title={`Verify: ${kindNames[method.contact_method]}`}>
      <DialogBody>
        <SentCode
          id="verify"
          check={codeIntents.check}
          result={result}
          lead={
            app ? (
              <AppSetUp app={app} />
            ) : (
              <p className="muted">
                <CodeSentTo address={shownValue(method)} />
              </p>
            )
          }
          button="Verify"
          resendSeconds={isApp ? null : resend_seconds}
        />
      </DialogBody>
    </RouteDialog>
  );
}

interface App {
  url: string;
  key: string;
  qr: { size: number; path: string };
}

function AppSetUp({ app: { url, key, qr } }: { app: App }) {
  return (
    <div className="stack">
      <p className="muted">Scan this with your authenticator app, then enter the six digits it shows.</p>
      <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code for the app">
        <path d={qr.path} />
      </svg>
      <p className="small muted">
        No camera? <a href={url}>Open the app on this device</a>, or type this key into it:
      </p>
      <p className="app-key">{key.match(/.{1,4}/g)?.join(' ')}</p>
      <div>
        <CopyButton text={key} label="Copy the key" copied="Key copied" size="small" />
      </div>
    </div>
  );
}

function Verified() {
  return (
    <RouteDialog title="This method is verified">
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}

function SetUpOver() {
  return (
    <RouteDialog title="Verify: Authenticator app">
      <DialogBody>
        <Banner tone="warn">{identityTexts['method.set-up-over']}</Banner>
        <LinkButton to="/user/profile/security/add/app">Start again</LinkButton>
      </DialogBody>
    </RouteDialog>
  );
}
