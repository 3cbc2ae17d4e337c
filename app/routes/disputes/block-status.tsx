import type { getMyDispute } from '#modules/applications/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, LinkButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

type Dispute = OutputOf<typeof getMyDispute>['dispute'];

interface Words {
  title: string;
  label: string;
  tone?: 'ok' | 'info';
  text: string;
}

/** The state of a request for a block, and what happens next. */
export function BlockStatus({ dispute }: { dispute: Dispute }) {
  const { timeZone } = useRoot();
  const { title, label, tone, text } = wordsFor(dispute, formatDate(dispute.due_dts, timeZone));
  return (
    <Card
      title={title}
      aside={
        dispute.overdue ? (
          <Badge tone="bad" icon="alert">
            Overdue
          </Badge>
        ) : (
          <Badge {...(tone ? { tone } : {})}>{label}</Badge>
        )
      }
    >
      <p className="muted">{text}</p>
      {dispute.lift_reason ? <p className="anywhere written">{dispute.lift_reason}</p> : null}
      {dispute.explanation && !dispute.lift_reason ? (
        <p className="anywhere written">{dispute.explanation}</p>
      ) : null}
      {dispute.score_waits ? (
        <div className="actions">
          <LinkButton kind="primary" to={`/user/scoreapproval?applicationid=${dispute.applicationid}`}>
            Review my score
          </LinkButton>
        </div>
      ) : null}
    </Card>
  );
}

function wordsFor({ state, outcome, provider, overdue }: Dispute, due: string): Words {
  if (state === 'blocked') {
    return {
      title: 'Your request was approved',
      label: 'With the agency',
      tone: 'info',
      text: `${provider} must block the results and send a new result by ${due}. Your score stays paused until you review it.`,
    };
  }
  if (state === 'lifting') {
    return {
      title: 'The block is being removed',
      label: 'With the agency',
      tone: 'info',
      text: `${provider} restores the results and sends a new result by ${due}. Your score stays paused until then.`,
    };
  }
  if (outcome === 'blocked') {
    return {
      title: 'The results are blocked',
      label: 'Blocked',
      tone: 'ok',
      text: `${provider} took the results out of your report.`,
    };
  }
  if (outcome === 'declined') {
    return {
      title: 'Your request was declined',
      label: 'Declined',
      text: 'Your report stays as it was. You can ask again with other documents, or dispute a result that is wrong.',
    };
  }
  if (outcome === 'rescinded') {
    return {
      title: 'The block was removed',
      label: 'Removed',
      text: 'The results are in your report again. You can dispute a result that is wrong.',
    };
  }
  if (outcome === 'withdrawn') {
    return {
      title: 'You withdrew this request',
      label: 'Withdrawn',
      text: 'Your report stays as it was. You can ask again at any time.',
    };
  }
  return {
    title: overdue ? `We should have decided by ${due}` : `We’ll decide by ${due}`,
    label: 'Received',
    tone: 'info',
    text: overdue
      ? 'We’re sorry for the delay. Your score stays paused until we decide.'
      : 'Our staff is checking your documents. You don’t need to do anything now.',
  };
}
