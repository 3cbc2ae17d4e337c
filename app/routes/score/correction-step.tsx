import { formatDate } from '#modules/platform/browser.ts';
import { Card, Facts, LinkButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps } from './steps.ts';

/** The error was reported. Read-only until it is resolved (D46). */
export function CorrectionStep({ application, approval, end }: AcceptanceProps) {
  const { timeZone } = useRoot();
  const date = (value: Date | null) => (value ? formatDate(value, timeZone) : '');
  return (
    <ScorePage
      title={approval.dispute_kind === 'identity-theft' ? 'Identity Theft Reported' : 'Correction Submitted'}
      lead={
        approval.dispute_kind === 'identity-theft'
          ? 'We’re looking into what you reported. Your score stays inactive until it’s resolved.'
          : `${application.provider} is looking into what you reported. Your score stays inactive until it’s resolved.`
      }
      step="correction"
    >
      <Card title={approval.dispute_kind === 'identity-theft' ? 'Your request' : 'Your error report'}>
        <Facts
          facts={[
            ['Received', date(approval.dispute_received_dts)],
            ['Response due by', date(approval.dispute_due_dts)],
          ]}
        />
      </Card>
      <div className="actions">
        <LinkButton kind="primary" size="large" to={end.to}>
          {end.label}
        </LinkButton>
        {approval.disputeid ? (
          <LinkButton size="large" to={`/user/disputes/${approval.disputeid}`}>
            {approval.dispute_kind === 'identity-theft' ? 'Open my request' : 'Open my dispute'}
          </LinkButton>
        ) : null}
      </div>
    </ScorePage>
  );
}
