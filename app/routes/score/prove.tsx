import { approvalProofFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { checkedBy, Form, SubmitButton, TextInput } from '../../components/index.ts';
import { linkIntents } from './score-intents.ts';
import { ScorePage } from './score-page.tsx';

const proof = bind(approvalProofFields);

const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.approvalProofForm),
);

/** Before the report is shown by link: date of birth and last four of the SSN (D45). */
export function ProveYourself({ result }: { result: unknown }) {
  return (
    <ScorePage title="Your ShieldScore is ready" lead="Confirm your identity so only you see your report.">
      <Form
        id="score-proof"
        intent={linkIntents.proof}
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
    </ScorePage>
  );
}
