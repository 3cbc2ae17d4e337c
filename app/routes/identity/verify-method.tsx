import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { methodFields } from '#modules/identity/fields.ts';
import { methodForm } from '#modules/identity/forms.ts';
import { listVerificationMethods, twoStepVerify } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  ChoiceCard,
  ChoiceGroup,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';

const method = bind(methodFields);

const names = { EMAIL: 'Email', SMS: 'Text message' } as const;

export function loader(args: LoaderFunctionArgs) {
  return perform(args, listVerificationMethods, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: methodForm,
    operation: twoStepVerify,
    input: (value) => value,
    done: () => data({ sent: true }),
  });
}

/** Another way to get the code; it closes five seconds after one was sent (doc1 §2). */
export default function VerifyMethod() {
  const { verificationmethods } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sent = result !== undefined && 'sent' in result;
  const [chosen, setChosen] = useState(false);
  const [script, setScript] = useState(false);
  const navigate = useNavigate();
  useEffect(() => setScript(true), []);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(
      () => navigate('/verify', { preventScrollReset: true }),
      identityTimings['code.other-method-closes'],
    );
    return () => clearTimeout(timer);
  }, [sent, navigate]);

  if (sent) {
    return (
      <RouteDialog title="A code is on its way">
        <DialogBody>
          <p role="status">
            Enter it on the verification page. It expires in{' '}
            {formatDuration(identityTimings['code.lifetime'])}.
          </p>
        </DialogBody>
        <DialogFoot cancel={null}>
          <Link className="btn btn-primary" to="/verify">
            Enter the code
          </Link>
        </DialogFoot>
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title="Use another way to verify">
      <Form id="method" result={result}>
        <DialogBody>
          {verificationmethods.length === 1 ? (
            <p className="muted">You have only one method set up. We can send the code again.</p>
          ) : null}
          <ChoiceGroup field={method.specificmethod} quietLabel>
            {verificationmethods.map((way) => (
              <ChoiceCard
                key={way.id}
                field={method.specificmethod}
                value={way.id}
                label={names[way.contact_method]}
                note={way.contact_value}
                onChange={() => setChosen(true)}
              />
            ))}
          </ChoiceGroup>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending" disabled={script && !chosen}>
            Continue
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
