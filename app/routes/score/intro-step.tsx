import { formatDate } from '#modules/platform/browser.ts';
import { Icon, LinkButton } from '../../components/index.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps } from './steps.ts';

/** What happens next, and who sees what. */
export function IntroStep({ application, approval, pathOf }: AcceptanceProps) {
  const changed = approval.scorechangetype === 'monitorupdate';
  return (
    <ScorePage
      title={changed ? 'Your ShieldScore has changed' : 'Your ShieldScore is ready'}
      lead={
        changed
          ? `${application.provider} has reported a change. Your score isn’t shared until you accept it.`
          : `${application.provider} has finished your background check.`
      }
      step="intro"
    >
      <ul className="bullets">
        <Bullet>
          Only you can see the result now. No one in your network sees it until you activate it.
        </Bullet>
        <Bullet>Read the report first. If something is wrong, you can report it free of charge.</Bullet>
        <Bullet>If it is correct, activate your ShieldScore and choose what you share.</Bullet>
        <Bullet>
          {changed
            ? `If you accept it, the expiration date stays ${formatDate(approval.valid_through)}. Until you decide, no one sees a score.`
            : 'If you decide later or decline, your ShieldID stays inactive.'}
        </Bullet>
      </ul>
      <div className="actions">
        <LinkButton kind="primary" size="large" to={pathOf('terms')}>
          Continue
        </LinkButton>
      </div>
    </ScorePage>
  );
}

function Bullet({ children }: { children: string }) {
  return (
    <li>
      <Icon name="check" />
      <span>{children}</span>
    </li>
  );
}
