import { disputeFields } from '#modules/applications/fields.ts';
import { applicationsTimings } from '#modules/applications/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { checkedBy, Form, LinkButton, SubmitButton, TextArea } from '../../components/index.ts';
import { IdentityTheftLink, ItemChoices } from '../disputes/item-choices.tsx';
import { decisionIntents } from './score-intents.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps } from './steps.ts';

const report = bind(disputeFields);

const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.disputeForm));

/** What is wrong, in the person's own words. */
export function ErrorStep({ application, approval, pathOf, result }: AcceptanceProps) {
  return (
    <ScorePage
      title="Report an error"
      lead={`Tell us which part is wrong and what is correct. ${application.provider} must look into it and respond within ${formatDuration(applicationsTimings['dispute.due'])}.`}
      step="error"
    >
      <Form
        id="score-error"
        intent={decisionIntents.error}
        result={result}
        check={check}
        className="stack stack-24"
      >
        <ItemChoices searches={approval.findings.map(({ search }) => search)} />
        <IdentityTheftLink applicationid={application.applicationid} />
        <TextArea
          field={report.errortext}
          hint={`At least ${disputeFields.errortext.min} characters. Don’t include your Social Security number.`}
          rows={7}
        />
        <div className="actions">
          <SubmitButton size="large" pending="Sending">
            Submit
          </SubmitButton>
          <LinkButton kind="quiet" size="large" to={pathOf('review')}>
            Back
          </LinkButton>
        </div>
      </Form>
    </ScorePage>
  );
}
