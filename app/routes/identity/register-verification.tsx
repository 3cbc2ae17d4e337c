import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { codeFields } from '#modules/identity/fields.ts';
import { codeForm } from '#modules/identity/forms.ts';
import {
  checkRegistrationLink,
  getRegistration,
  registerVerify,
  resendRegistrationCode,
} from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { intents, submit } from '../../action.server.ts';
import { Banner, DeadLink, SoloCard } from '../../components/index.ts';
import { callerOf, perform } from '../../door.server.ts';
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

/** In characters, as the portal mails them. */
const LONGEST_LINK = 200;

const deadWords = {
  used: { title: 'This link was already used', lead: identityTexts['register.link-used'] },
  expired: { title: 'This link has expired', lead: identityTexts['register.link-expired'] },
  replaced: { title: 'This link was replaced', lead: identityTexts['register.link-replaced'] },
  another: {
    title: 'This link is for another account',
    lead: identityTexts['register.link-of-another'],
  },
};

/** What the page says instead of asking for the code; null if the mailed link can still be used here. */
async function deadEnd(args: LoaderFunctionArgs, state: LinkState): Promise<keyof typeof deadWords | null> {
  if (state.state === 'unknown' || state.own) return null;
  if ((await callerOf(args)) !== null) return 'another';
  return state.state === 'open' ? null : state.state;
}

type LinkState = OutputOf<typeof checkRegistrationLink>;

export async function loader(args: LoaderFunctionArgs) {
  const link = new URL(args.request.url).searchParams.get('link')?.slice(0, LONGEST_LINK);
  if (!link) return data({ dead: null, step: await loadStep(args) });
  const state = await perform(args, checkRegistrationLink, { mark: link });
  const dead = await deadEnd(args, state);
  if (dead) return data({ dead: deadWords[dead], step: null }, { status: dead === 'another' ? 403 : 410 });
  const isOver = state.state === 'expired' || state.state === 'replaced';
  return data({ dead: null, step: await loadStep(args, isOver) });
}

/** @param isOver whether the code of the link no longer works */
async function loadStep(args: LoaderFunctionArgs, isOver = false) {
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
  const code = isOver ? '' : (asked.get('code') ?? '').slice(0, identityLimits['code.length-characters']);
  return { emailaddress, resend_seconds, code, isOver, hinted: !asked.has('keep') };
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
  const { dead, step } = useLoaderData<typeof loader>();
  return dead ? <DeadLink {...dead} /> : <Verification step={step} />;
}

type Step = Awaited<ReturnType<typeof loadStep>>;

function Verification({ step: { emailaddress, resend_seconds, code, isOver, hinted } }: { step: Step }) {
  const result = useActionData<typeof action>();
  return (
    <SoloCard title="Verify Your Email" lead={<CodeSentTo address={showEmailAddress(emailaddress)} />}>
      {isOver && !result ? (
        <Banner tone="warn" live="status">
          {identityTexts['register.link-code-over']}
        </Banner>
      ) : null}
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
