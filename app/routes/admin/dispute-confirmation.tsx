import type { ReactNode } from 'react';
import type { getDispute } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { confirmationOf, FinalDecision, type SentValues } from '../../components/index.ts';
import { disputeIntents } from './dispute-intents.ts';

type Dispute = OutputOf<typeof getDispute>['dispute'];

interface DisputeConfirmationProps {
  dispute: Dispute;
  result: unknown;
}

/** What staff confirm before a decision about a dispute or a block is final (D146). */
export function DisputeConfirmation({ dispute, result }: DisputeConfirmationProps) {
  const decided = confirmationOf(result, 'decide');
  if (decided) return <Result dispute={dispute} values={decided} />;
  const block = confirmationOf(result, 'block');
  if (block) return <Block dispute={dispute} values={block} />;
  const rescinded = confirmationOf(result, 'rescind');
  return rescinded ? <Rescission dispute={dispute} values={rescinded} /> : null;
}

function Result({ dispute, values }: { dispute: Dispute; values: SentValues }) {
  const corrected = values.outcome === 'corrected';
  return (
    <FinalDecision
      id="decide"
      intent={disputeIntents.decide}
      values={values}
      decision={[
        ['Result', corrected ? 'Corrected' : 'Confirmed: the report stays as it was'],
        ...(corrected && values.score
          ? ([['Score', `${dispute.icscore} becomes ${values.score}, once the person accepts it`]] as const)
          : []),
      ]}
      reads={
        <Told
          first={
            corrected ? 'The agency corrected your report.' : 'The agency confirmed your report as it was.'
          }
          words={values.explanation}
        />
      }
      seenBy={
        corrected
          ? 'Only the person reads your words. Companies that saw the score or the report are told that a dispute changed it, without details.'
          : 'Only the person reads your words. No company is told.'
      }
      final="The dispute ends. The result can’t be changed or taken back; the person can only dispute again with new facts."
      label="Save the result for good"
      pending="Saving"
    />
  );
}

function Block({ dispute, values }: { dispute: Dispute; values: SentValues }) {
  const blocks = values.decision === 'block';
  return (
    <FinalDecision
      id="block"
      intent={disputeIntents.block}
      values={values}
      decision={[
        ['Decision', blocks ? 'Block' : 'Decline: the report stays as it was'],
        ['Results', dispute.items.join(', ') || 'The whole report'],
      ]}
      reads={
        <Told
          first={
            blocks
              ? 'We told the agency to block what you reported.'
              : 'We didn’t block what you reported. Your report stays as it was.'
          }
          words={values.reason}
        />
      }
      seenBy={
        blocks
          ? 'The person reads your words. The agency is told which results are blocked, with the person’s documents.'
          : 'Only the person reads your words. The agency and companies aren’t told.'
      }
      final={
        blocks
          ? 'The agency is told right away. A block can be rescinded only if it was made in error or because of a false statement.'
          : 'The request ends. It can’t be opened again; the person can send a new one.'
      }
      label={blocks ? 'Block the results' : 'Decline for good'}
      pending="Saving"
    />
  );
}

function Rescission({ dispute, values }: { dispute: Dispute; values: SentValues }) {
  return (
    <FinalDecision
      id="rescind"
      intent={disputeIntents.rescind}
      values={values}
      decision={[['Results that come back', dispute.items.join(', ') || 'The whole report']]}
      reads={<Told first="The block of your report was rescinded." words={values.reason} />}
      seenBy="The person reads your words. The agency is told to restore the results. The score isn’t shared until the person has reviewed the new result."
      final="The agency is told right away. The same results can be blocked again only by a new request of the person."
      label="Rescind the block"
      pending="Saving"
    />
  );
}

function Told({ first, words }: { first: string; words: SentValues[string] | undefined }): ReactNode {
  return (
    <>
      An email that it’s decided, without your words. In the portal:
      <span className="anywhere written">
        {' '}
        “{first} {words}”
      </span>
    </>
  );
}
