import { approvalProofFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { checkedBy, Form, SubmitButton, TextInput } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';

const proof = bind(approvalProofFields);

const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.approvalProofForm),
);

interface ProofFormProps {
  id: string;
  intent: Intent;
  result: unknown;
}

/**
 * A person who follows a mailed link proves who they are with the date of birth and the last four digits of the SSN
 * (D45).
 */
export function ProofForm({ id, intent, result }: ProofFormProps) {
  return (
    <Form
      id={id}
      intent={intent}
      result={result}
      check={check}
      className="stack stack-24 narrow"
      autoComplete="off"
    >
      <TextInput field={proof.dateofbirth} />
      <TextInput field={proof.ssnlast4} />
      <div className="actions">
        <SubmitButton size="large" pending="Checking">
          Continue
        </SubmitButton>
      </div>
    </Form>
  );
}
