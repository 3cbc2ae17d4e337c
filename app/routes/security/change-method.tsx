import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { proofForm } from '#modules/identity/forms.ts';
import { getMethodSetUp, getProofNeeded, manageTwoStep } from '#modules/identity/index.ts';
import { type InputOf, person, Refusal } from '#modules/platform/index.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { errorPage, perform, requireCaller } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { ProofField } from './proof-field.tsx';
import { kindNames, type ShownMethod, shownValue } from './words.ts';

type Asked = InputOf<typeof manageTwoStep>;

const changes = ['primary', 'remove', 'copy', 'verify', 'off'] as const;
type Change = (typeof changes)[number];

/** The input of the operation for each change, and the message afterwards. */
const table: Record<Change, { asks: (id: string) => Asked; done: string }> = {
  primary: { asks: (id) => ({ primarymethod: { id } }), done: 'Primary method changed' },
  remove: { asks: (id) => ({ removemethod: { id } }), done: 'Verification method removed' },
  copy: { asks: (id) => ({ copytoprofile: { id } }), done: 'Copied to your profile' },
  verify: { asks: (id) => ({ startmethod: { id } }), done: '' },
  off: {
    asks: () => ({ primarymethod: { contact_method: 'DISABLED' } }),
    done: 'Two-step verification turned off',
  },
};

async function changeOf(
  args: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<{ change: Change; id: string }> {
  await requireCaller(args, person);
  const { change: wanted, methodid: id } = args.params;
  const change = changes.find((known) => known === wanted);
  if (!change || (change === 'off') !== (id === undefined)) throw errorPage(new Refusal('not-found'));
  return { change, id: id ?? '' };
}

export async function loader(args: LoaderFunctionArgs) {
  const { change, id } = await changeOf(args);
  if (change === 'off') {
    await perform(args, getProofNeeded, {});
    return { change, method: null, password_needed: true };
  }
  const { method, password_needed } = await perform(args, getMethodSetUp, { id });
  return { change, method, password_needed };
}

export async function action(args: ActionFunctionArgs) {
  const { change, id } = await changeOf(args);
  const { asks, done } = table[change];
  return submit(args, {
    form: proofForm,
    operation: manageTwoStep,
    input: ({ currentpassword }) => ({ ...asks(id), currentpassword }),
    done: () => {
      if (change === 'verify') return redirect(`/user/profile/security/code/${id}`);
      flash(args.context.visit, done);
      return redirect('/user/profile/security');
    },
  });
}

function nameOf(method: ShownMethod): string {
  const value = shownValue(method);
  return value ? `${kindNames[method.contact_method]}, ${value}` : kindNames[method.contact_method];
}

interface Words {
  title: string;
  text: string;
  button: string;
}

function wordsOf(change: Change, method: ShownMethod | null): Words {
  const name = method ? nameOf(method) : '';
  const value = method ? shownValue(method) : '';
  switch (change) {
    case 'primary':
      return {
        title: 'Make this method primary?',
        text: `From now on, we’ll ask for a code from this method first: ${name}.`,
        button: 'Make primary',
      };
    case 'remove':
      return {
        title: 'Remove this method?',
        text: `You’ll no longer be able to log in with codes from it: ${name}.`,
        button: 'Remove',
      };
    case 'verify':
      return {
        title: 'Verify this method',
        text: `We’ll send a code to this method: ${name}.`,
        button: 'Send a code',
      };
    case 'copy':
      return method?.contact_method === 'EMAIL'
        ? {
            title: 'Log in with this address?',
            text: `${value} will become the email address you log in with. We’ll also notify your current address.`,
            button: 'Change my address',
          }
        : {
            title: 'Copy to your profile?',
            text: `${value} will become the mobile number in your profile.`,
            button: 'Copy to profile',
          };
    case 'off':
      return {
        title: 'Turn off two-step verification?',
        text: 'Anyone who knows your password will be able to log in as you. Your methods stay listed.',
        button: 'Turn off',
      };
  }
}

/** Confirms a change of the methods, with the password if it is needed (D14). */
export default function ChangeMethod() {
  const { change, method, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { title, text, button } = wordsOf(change, method);
  const danger = change === 'remove' || change === 'off';
  return (
    <RouteDialog title={title}>
      <Form id="change" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted anywhere">{text}</p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind={danger ? 'danger' : 'primary'}>{button}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
