import { blockDecisionFields, blockRescissionFields } from '#modules/admin/fields.ts';
import type { getDispute } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Card,
  ChoiceCard,
  ChoiceGroup,
  checkedBy,
  confirmationOf,
  Form,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { disputeIntents } from './dispute-intents.ts';

const decision = bind(blockDecisionFields);
const rescission = bind(blockRescissionFields);
const checkDecision = checkedBy(() =>
  import('#modules/admin/forms.ts').then((forms) => forms.blockDecisionForm),
);
const checkRescission = checkedBy(() =>
  import('#modules/admin/forms.ts').then((forms) => forms.blockRescissionForm),
);

interface BlockDecisionProps {
  dispute: OutputOf<typeof getDispute>['dispute'];
  result: unknown;
}

/** The decision of staff on a request for a block: block or decline, and later withdraw the block. */
export function BlockDecision({ dispute: { kind, state, outcome }, result }: BlockDecisionProps) {
  if (kind !== 'identity-theft') return null;
  if (confirmationOf(result, 'block') || confirmationOf(result, 'rescind')) return null;
  if (state === 'received') return <Decide result={result} />;
  if (state === 'blocked' || outcome === 'blocked') return <Rescind result={result} />;
  return null;
}

function Decide({ result }: { result: unknown }) {
  return (
    <Card
      title="Decide"
      note="Block only with an identity theft report, proof of identity, and the results that the person named."
    >
      <Form id="block" intent={disputeIntents.block} result={result} check={checkDecision}>
        <ChoiceGroup field={decision.decision}>
          <ChoiceCard
            field={decision.decision}
            value="block"
            label="Block"
            note="The agency is told now and sends a new result. The score stays paused until the person reviews it."
          />
          <ChoiceCard
            field={decision.decision}
            value="decline"
            label="Decline"
            note="The report stays as it was."
          />
        </ChoiceGroup>
        <TextArea field={decision.reason} rows={4} hint="The person reads this." />
        <div className="actions">
          <SubmitButton pending="Saving">Save decision</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function Rescind({ result }: { result: unknown }) {
  return (
    <Card
      title="Rescind the block"
      note="Only if it was made in error, or because of a false statement. The agency restores the results."
    >
      <Form id="rescind" intent={disputeIntents.rescind} result={result} check={checkRescission}>
        <TextArea field={rescission.reason} rows={4} hint="The person reads this." />
        <div className="actions">
          <SubmitButton kind="danger" pending="Saving">
            Rescind block
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
