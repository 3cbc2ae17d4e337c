import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { limitByAddressFields } from '#modules/identity/fields.ts';
import { limitByAddressForm, limitForm } from '#modules/identity/forms.ts';
import { askLimit, askLimitByAddress } from '#modules/identity/index.ts';
import { limitAnswerBusinessDays } from '#modules/identity/limits.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Banner,
  checkedBy,
  Form,
  RefusalBanner,
  SoloCard,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { callerOf } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { limitIntents } from './limit-intents.ts';

export const meta = titled('Limit the use of my personal data');

const fields = bind(limitByAddressFields);
const check = checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.limitByAddressForm));

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  return { emailaddress: caller?.twoStepDone ? caller.emailaddress : null };
}

export const action = intents(limitIntents, {
  own: (args) => submit(args, { form: limitForm, operation: askLimit, done: () => data({ sent: true }) }),
  byAddress: (args) =>
    submit(args, {
      form: limitByAddressForm,
      operation: askLimitByAddress,
      done: () => data({ sent: true }),
    }),
});

/** A request to limit the use of personal data, possible with and without an account (doc1 §2, D23). */
export default function Limit() {
  const { emailaddress } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sent = result && 'sent' in result;
  return (
    <SoloCard
      title="Limit the use of my personal data"
      lead={`You can ask us to use your personal data only as the law or your own background check requires. We’ll reply by email within ${limitAnswerBusinessDays} business days and tell you what we limited.`}
    >
      {sent ? (
        <Banner tone="ok" live="status">
          We received your request and emailed you a confirmation.
        </Banner>
      ) : emailaddress ? (
        <Form id="limit" intent={limitIntents.own} result={result} summary={false}>
          <RefusalBanner result={result} />
          <p>
            Your request is about the account <b className="anywhere">{showEmailAddress(emailaddress)}</b>.
          </p>
          <TextArea field={fields.message} rows={4} hint="Don’t include a Social Security number." />
          <SubmitButton size="large" wide pending="Sending">
            Send request
          </SubmitButton>
        </Form>
      ) : (
        <Form id="limit" intent={limitIntents.byAddress} result={result} check={check}>
          <TextInput field={fields.name} />
          <TextInput field={fields.emailaddress} />
          <TextArea field={fields.message} rows={4} hint="Don’t include a Social Security number." />
          <SubmitButton size="large" wide pending="Sending">
            Send request
          </SubmitButton>
        </Form>
      )}
      <p className="small">
        {emailaddress ? <Link to="/user/profile/privacy">Back to Privacy & Data</Link> : null}
        {emailaddress ? null : <Link to="/login">Back to Login</Link>}
      </p>
    </SoloCard>
  );
}
