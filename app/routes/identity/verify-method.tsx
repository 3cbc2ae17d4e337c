import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
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
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { kindNames } from '../security/words.ts';

const method = bind(methodFields);
const check = checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.methodForm));

export function loader(args: LoaderFunctionArgs) {
  return perform(args, listVerificationMethods, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: methodForm,
    operation: twoStepVerify,
    input: (value) => value,
    done: async (_output, { specificmethod }) => {
      const { verificationmethods } = await perform(args, listVerificationMethods, {});
      const chosen = verificationmethods.find(({ id }) => id === specificmethod);
      // An app makes its own codes, so there is no sent code that the dialog could announce.
      if (chosen?.contact_method === 'OTPAPP') return redirect(verifyAddress(args, specificmethod));
      return data({ sent: verifyAddress(args, specificmethod) });
    },
  });
}

/** The page that takes the method’s code, with a query that keeps the page to open afterwards. */
function verifyAddress({ request }: ActionFunctionArgs, specificmethod: string): string {
  const query = new URL(request.url).searchParams;
  query.set('specificmethod', specificmethod);
  query.delete('code');
  return `/verify?${query}`;
}

/** Offers other ways to get the code. It closes five seconds after a code was sent (doc1 §2). */
export default function VerifyMethod() {
  const { verificationmethods } = useLoaderData<typeof loader>();
  const only = verificationmethods.length === 1 ? (verificationmethods[0] ?? null) : null;
  const result = useActionData<typeof action>();
  const sent = result && 'sent' in result ? result.sent : null;
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(
      () => navigate(sent, { preventScrollReset: true }),
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
          <Link className="btn btn-primary" to={sent}>
            Enter the code
          </Link>
        </DialogFoot>
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title="Use another way to verify">
      <Form
        id="method"
        result={result}
        check={check}
        untilValid
        className="dialog-form"
        defaults={only ? { specificmethod: only.id } : {}}
      >
        <DialogBody>
          {only ? (
            <p className="muted">
              You have only one method set up.
              {only.contact_method === 'OTPAPP' ? null : ' We can send you another code.'}
            </p>
          ) : null}
          <ChoiceGroup field={method.specificmethod} quietLabel>
            {verificationmethods.map((way) => (
              <ChoiceCard
                key={way.id}
                field={method.specificmethod}
                value={way.id}
                label={kindNames[way.contact_method]}
                note={way.contact_value || 'Use the code the app shows'}
              />
            ))}
          </ChoiceGroup>
          <p className="small">
            <Link to={{ pathname: '/verify/recoverycode', search }}>Use a recovery code</Link>
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Continue</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
