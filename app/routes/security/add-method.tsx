import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { methodEmailFields, methodPhoneFields } from '#modules/identity/fields.ts';
import { methodEmailForm, methodPhoneForm, proofForm } from '#modules/identity/forms.ts';
import { getProofNeeded, manageTwoStep } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { person, Refusal } from '#modules/platform/index.ts';
import { readAbout, submit } from '../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { errorPage, perform, requireCaller } from '../../door.server.ts';
import { ProofField, withProof } from './proof-field.tsx';

const email = bind(methodEmailFields);
const text = bind(methodPhoneFields);

const kinds = ['email', 'text', 'app'] as const;
type Kind = (typeof kinds)[number];

async function kindOf(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Kind> {
  await requireCaller(args, person);
  const kind = kinds.find((known) => known === args.params.kind);
  if (!kind) throw errorPage(new Refusal('not-found'));
  return kind;
}

export async function loader(args: LoaderFunctionArgs) {
  const kind = await kindOf(args);
  return { kind, ...(await perform(args, getProofNeeded, {})) };
}

const codePage = ({ id }: { id: string | null }) => redirect(`/user/profile/security/code/${id}`);

const forms = { email: methodEmailForm, text: methodPhoneForm, app: proofForm };

export async function action(sent: ActionFunctionArgs) {
  const form = forms[kinds.find((known) => known === sent.params.kind) ?? 'app'];
  const [args, kind] = await readAbout(sent, form, kindOf);
  if (kind === 'app') {
    return submit(args, {
      form: proofForm,
      operation: manageTwoStep,
      input: ({ currentpassword }) => ({
        startmethod: { contact_method: 'OTPAPP' as const },
        currentpassword,
      }),
      done: codePage,
    });
  }
  if (kind === 'email') {
    return submit(args, {
      form: methodEmailForm,
      operation: manageTwoStep,
      input: ({ contact_value, currentpassword }) => ({
        startmethod: { contact_method: 'EMAIL' as const, contact_value },
        currentpassword,
      }),
      done: codePage,
    });
  }
  return submit(args, {
    form: methodPhoneForm,
    operation: manageTwoStep,
    input: ({ contact_value, currentpassword }) => ({
      startmethod: { contact_method: 'SMS' as const, contact_value },
      currentpassword,
    }),
    done: codePage,
  });
}

/** Continue is disabled until the required fields are filled in (doc2 §5). */
const checks = {
  email: withProof(
    checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.methodEmailForm)),
  ),
  text: withProof(
    checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.methodPhoneForm)),
  ),
  app: withProof(checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.proofForm))),
} satisfies Record<Kind, unknown>;

const words: Record<Kind, { title: string; lead: string }> = {
  email: {
    title: 'Add an email address',
    lead: 'We’ll send a code to this address to confirm it’s yours.',
  },
  text: {
    title: 'Add a phone for text messages',
    lead: 'We’ll text a code to this number to confirm it’s yours. Message rates may apply.',
  },
  app: {
    title: 'Add an authenticator app',
    lead: 'An app on your phone creates the codes, even without a connection. Install one first, then continue.',
  },
};

/** Starts adding a method; the next page takes its code (doc2 §2.3). */
export default function AddMethod() {
  const { kind, password_needed } = useLoaderData<typeof loader>();
  const { title, lead } = words[kind];
  return (
    <RouteDialog title={title}>
      <Form
        id="add"
        result={useActionData<typeof action>()}
        className="dialog-form"
        check={checks[kind]}
        untilValid
      >
        <DialogBody>
          <p className="muted">{lead}</p>
          {kind === 'email' ? <TextInput field={email.contact_value} /> : null}
          {kind === 'text' ? <TextInput field={text.contact_value} /> : null}
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot cancel="Cancel">
          <SubmitButton pending="Sending">Continue</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
