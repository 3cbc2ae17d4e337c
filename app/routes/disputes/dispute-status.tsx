import type { getMyDispute } from '#modules/applications/index.ts';
import { DAY, findGrade, formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, GradeBadge, LinkButton, ProgressLine } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

type Dispute = OutputOf<typeof getMyDispute>['dispute'];

/** The state of the dispute: the deadline while it is open, then its result and what happens next. */
export function DisputeStatus({ dispute, now }: { dispute: Dispute; now: Date }) {
  return dispute.resolved_dts ? <Result dispute={dispute} /> : <Investigation dispute={dispute} now={now} />;
}

function Investigation({ dispute, now }: { dispute: Dispute; now: Date }) {
  const { timeZone } = useRoot();
  const due = formatDate(dispute.due_dts, timeZone);
  const days = Math.round((dispute.due_dts.getTime() - dispute.received_dts.getTime()) / DAY);
  const day = Math.min(days, 1 + Math.floor((now.getTime() - dispute.received_dts.getTime()) / DAY));
  return (
    <Card
      title={dispute.overdue ? `The answer was due on ${due}` : `The agency must answer by ${due}`}
      aside={
        dispute.overdue ? (
          <Badge tone="bad" icon="alert">
            Overdue
          </Badge>
        ) : (
          <Badge tone="info">{dispute.forwarded_dts ? 'Being investigated' : 'Received'}</Badge>
        )
      }
    >
      <p className="muted">
        {dispute.overdue
          ? 'Our staff is asking the agency for the answer. Your score stays paused until then.'
          : `${dispute.provider} checks what you reported. It’s free, and you don’t need to do anything now.`}
      </p>
      <ProgressLine
        label={`Day ${day} of ${days}`}
        note={dispute.extended_dts ? '15 days were added for your new facts' : ''}
        value={day}
        max={days}
        name={`Investigation, day ${day} of ${days}`}
      />
    </Card>
  );
}

const results = {
  corrected: {
    title: 'Your report was corrected',
    tone: 'ok',
    label: 'Closed, in your favor',
    text: 'The agency corrected your report.',
  },
  confirmed: {
    title: 'Your report was confirmed',
    tone: undefined,
    label: 'Closed',
    text: 'The agency confirmed your report as it was. You can add your own statement, and dispute it again with new facts.',
  },
  withdrawn: {
    title: 'You withdrew this dispute',
    tone: undefined,
    label: 'Withdrawn',
    text: 'Your report stays as it was. You can dispute it again later.',
  },
} as const;

const resultOf = ({ outcome }: Dispute): keyof typeof results =>
  outcome === 'corrected' || outcome === 'confirmed' ? outcome : 'withdrawn';

function Result({ dispute }: { dispute: Dispute }) {
  const { title, tone, label, text } = results[resultOf(dispute)];
  const before = findGrade(dispute.icscore);
  const after = dispute.corrected_icscore ? findGrade(dispute.corrected_icscore) : null;
  return (
    <Card title={title} aside={<Badge {...(tone ? { tone } : {})}>{label}</Badge>}>
      <p>{text}</p>
      {dispute.explanation ? <p className="anywhere written">{dispute.explanation}</p> : null}
      {before && after ? (
        <p className="row row-tight">
          <span className="small muted">Before</span>
          <GradeBadge grade={before} />
          <span className="small muted">Now</span>
          <GradeBadge grade={after} />
        </p>
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
