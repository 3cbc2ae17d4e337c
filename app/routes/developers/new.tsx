import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type ApiScope, apiKeyEnds, apiKeyFields, apiScopes } from '#modules/enterprise/fields.ts';
import { apiKeyForm } from '#modules/enterprise/forms.ts';
import { makeApiKey } from '#modules/enterprise/index.ts';
import { getProofNeeded } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  CheckOption,
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  Select,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { ProofField, withProof } from '../security/proof-field.tsx';
import { ShownKey } from './shown-key.tsx';

const fields = bind(apiKeyFields);

export const meta = titled('New API key');

const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.apiKeyForm));

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, makeApiKey);
  return perform(args, getProofNeeded, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: apiKeyForm,
    operation: makeApiKey,
    done: ({ key }) => data({ key }),
  });
}

/** Makes a key and shows it once: the answer to the form is the only page that has it (D134). */
export default function NewKey() {
  const { password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'key' in result) return <ShownKey apiKey={result.key} />;
  return (
    <RouteDialog title="New API key">
      <Form
        id="new-key"
        result={result}
        check={password_needed ? withProof(check) : check}
        defaults={{ ends: 'year' }}
        className="dialog-form"
      >
        <DialogBody>
          <RefusalBanner result={result} />
          <TextInput
            field={fields.name}
            hint="What the key is for. It’s shown in the list and in the audit log."
          />
          <ChoiceGroup field={fields.scopes}>
            {Object.entries(apiScopes).map(([scope, label]) => (
              <CheckOption
                key={scope}
                field={fields.scopes}
                value={scope satisfies string as ApiScope}
                label={label}
                note={<code>{scope}</code>}
              />
            ))}
          </ChoiceGroup>
          <Select field={fields.ends} none="Choose when it ends" options={Object.entries(apiKeyEnds)} />
          <TextArea
            field={fields.addresses}
            rows={2}
            hint="IP addresses or networks from which the key works, one per line. Leave it empty to allow any."
          />
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Creating the key">Create key</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
