import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Card, LinkButton } from '../../components/index.ts';
import { timeLeft } from '../application/minutes.ts';
import { noticeOf } from '../application/status-notice.ts';
import type { StepData } from '../application/step-data.ts';
import { addressOf } from '../user/checks-card.tsx';

interface WhatFollowsProps {
  /** The application that was bought; null once it belongs to another account. */
  steps: Steps | null;
  /** Where a purchase that was just made goes on. */
  next: string;
}

type Steps = Pick<StepData, 'steps' | 'workflowstep'> & { application: StepData['application'] };

interface Following {
  title: string;
  text: string;
  action?: { label: string; to: string } | undefined;
}

/** What follows the purchase, or what has become of it since. */
export function WhatFollows({ steps, next }: WhatFollowsProps) {
  const { title, text, action } = followingOf(steps, next);
  return (
    <Card
      title={title}
      className="no-print"
      foot={
        <div className="actions">
          {action ? (
            <LinkButton kind="primary" size="large" to={action.to}>
              {action.label}
            </LinkButton>
          ) : null}
          <LinkButton kind="quiet" size="large" to="/user">
            {action ? purchasingTexts['receipt.later'] : 'Home'}
          </LinkButton>
        </div>
      }
    >
      <p>{text}</p>
    </Card>
  );
}

export function followingOf(steps: Steps | null, next: string): Following {
  if (!steps) {
    return {
      title: 'This check was moved',
      text: 'This background check now belongs to your other account. The receipt stays here.',
    };
  }
  const { composite_status_code: code, payment, applicationid } = steps.application;
  const time = timeLeft(steps);
  if (code === 'paid') {
    return {
      title: purchasingTexts['receipt.almost-done'],
      text: `Your background check is paid. Next, we need your consent and a few answers. It takes about ${time}, and you can pause and resume anytime.`,
      action: { label: 'Continue', to: next },
    };
  }
  if (code === 'waituser' || code === 'waitmanual') {
    const left = code === 'waituser' && time ? ` It takes about ${time} more.` : '';
    return {
      title: 'Application started',
      text: `Your application isn’t finished yet.${left} You can pause and resume anytime.`,
      action: { label: 'Continue application', to: addressOf(code, applicationid) },
    };
  }
  if (payment === 'returned') {
    return {
      title: 'Refunded',
      text: 'Everything that you paid for this check was refunded, so the check was closed. You can buy another one anytime.',
    };
  }
  const { title, text, action } = noticeOf(steps.application);
  return {
    title: title.replace(/\.$/, ''),
    text,
    action: action ?? (code === 'done' ? { label: 'View my ShieldScore', to: '/user' } : undefined),
  };
}
