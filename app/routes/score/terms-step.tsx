import { scoreTermsFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, checkedBy, Document, Form, LinkButton, SubmitButton } from '../../components/index.ts';
import { decisionIntents } from './score-intents.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps } from './steps.ts';

const terms = bind(scoreTermsFields);

const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.scoreTermsForm));

/** The terms under which a score is shared. */
export function TermsStep({ approval, pathOf, result }: AcceptanceProps) {
  return (
    <ScorePage title="Before you view your score" step="terms">
      <Document title="ShieldScore terms" html={approval.terms_html} />
      <Form
        id="score-terms"
        intent={decisionIntents.terms}
        result={result}
        check={check}
        className="stack stack-24"
      >
        <Checkbox field={terms.acceptterms} defaultChecked={approval.acceptterms} />
        <div className="actions">
          <SubmitButton size="large" pending="Saving">
            Next
          </SubmitButton>
          <LinkButton kind="quiet" size="large" to={pathOf('intro')}>
            Back
          </LinkButton>
        </div>
      </Form>
    </ScorePage>
  );
}
