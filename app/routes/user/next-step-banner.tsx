import { Banner, LinkButton } from '../../components/index.ts';
import { addressOf } from './checks-card.tsx';
import { PromotionCard } from './promotion-card.tsx';

interface NextStep {
  tone: 'ok' | 'info';
  title: string;
  text: string;
  action: string;
  /** There is nothing left to do; the page only shows the status. */
  waits?: true;
}

const words: Record<string, NextStep> = {
  paid: {
    tone: 'info',
    title: 'Your background check is paid for.',
    text: 'Next, we need your consent and a few answers.',
    action: 'Start my application',
  },
  waituser: {
    tone: 'info',
    title: 'Your application isn’t finished.',
    text: 'What you entered is saved.',
    action: 'Continue application',
  },
  newrequiresapproval: {
    tone: 'ok',
    title: 'Your result is here.',
    text: 'No one else sees it until you activate it.',
    action: 'Review result',
  },
  monitorrequiresapproval: {
    tone: 'info',
    title: 'Your score has changed.',
    text: 'Monitoring found a change. Your score isn’t shared until you review and accept it.',
    action: 'Review the change',
  },
  correctionrequest: {
    tone: 'info',
    title: 'You reported an error.',
    text: 'Your score stays inactive until it’s resolved.',
    action: 'View status',
    waits: true,
  },
};

interface NextStepBannerProps {
  applications: { applicationid: string; composite_status_code: string }[];
  /** For a person who has no check yet. */
  promotion: { text: string; claim: boolean } | null;
}

/** Shown first when a check needs an action by the person, or when there is none yet. */
export function NextStepBanner({ applications, promotion }: NextStepBannerProps) {
  const waiting = applications.find(({ composite_status_code: code }) => code in words);
  const next = waiting && words[waiting.composite_status_code];
  if (!next) return promotion ? <PromotionCard promotion={promotion} /> : null;
  return (
    <Banner
      tone={next.tone}
      title={next.title}
      action={
        <LinkButton
          kind={next.waits ? 'default' : 'primary'}
          to={addressOf(waiting.composite_status_code, waiting.applicationid)}
        >
          {next.action}
        </LinkButton>
      }
    >
      {next.text}
    </Banner>
  );
}
