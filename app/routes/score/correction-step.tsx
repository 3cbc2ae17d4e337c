import { formatDate } from '#modules/platform/browser.ts';
import { Card, Facts, LinkButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps } from './steps.ts';

const words = {
  error: { card: 'Your error report', open: 'Open my dispute' },
  'identity-theft': { card: 'Your identity theft request', open: 'Open my request' },
} as const;

/** What was reported. It cannot be changed until it is resolved (D46). */
export function CorrectionStep({ application, approval, end }: AcceptanceProps) {
  const { timeZone } = useRoot();
  const isBlock = approval.cases.every(({ kind }) => kind === 'identity-theft');
  return (
    <ScorePage
      title={isBlock ? 'Identity Theft Reported' : 'Correction Submitted'}
      lead={
        isBlock
          ? 'We’re looking into what you reported. Your score stays inactive until it’s resolved.'
          : `${application.provider} is looking into what you reported. Your score stays inactive until it’s resolved.`
      }
      step="correction"
    >
      {approval.cases.map(({ disputeid, kind, received_dts, due_dts }) => (
        <Card key={disputeid} title={words[kind].card}>
          <Facts
            facts={[
              ['Received', formatDate(received_dts, timeZone)],
              ['Response due by', formatDate(due_dts, timeZone)],
            ]}
          />
          <div>
            <LinkButton to={`/user/disputes/${disputeid}`}>{words[kind].open}</LinkButton>
          </div>
        </Card>
      ))}
      <div className="actions">
        <LinkButton kind="primary" size="large" to={end.to}>
          {end.label}
        </LinkButton>
      </div>
    </ScorePage>
  );
}
