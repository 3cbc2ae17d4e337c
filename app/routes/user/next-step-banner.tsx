import { formatDate } from '#modules/platform/browser.ts';
import { Banner, LinkButton } from '../../components/index.ts';
import { addressOf } from './checks-card.tsx';
import { PromotionCard } from './promotion-card.tsx';

interface NextStep {
  tone: 'ok' | 'info' | 'warn';
  title: string;
  text: string;
  action: string;
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
  correction: {
    tone: 'warn',
    title: 'Please correct your application.',
    text: 'Something in it doesn’t look right. You won’t be charged again.',
    action: 'Correct application',
  },
  unsigned: {
    tone: 'warn',
    title: 'We couldn’t accept your signed application.',
    text: 'Read why, then sign electronically or on paper again. You won’t be charged again.',
    action: 'Sign again',
  },
  newrequiresapproval: {
    tone: 'ok',
    title: 'Your result is here.',
    text: 'No one else sees it until you activate it.',
    action: 'Review result',
  },
  monitorrequiresapproval: {
    tone: 'warn',
    title: 'Your ShieldScore is under review.',
    text: 'Monitoring found a change. Your score isn’t shared until you review and accept it.',
    action: 'Review the change',
  },
};

interface Waiting {
  applicationid: string;
  composite_status_code: string;
  correction_needed: boolean;
  package_rejected: boolean;
}

function stepOf({ correction_needed, package_rejected, composite_status_code }: Waiting): string {
  if (correction_needed) return 'correction';
  return package_rejected ? 'unsigned' : composite_status_code;
}

interface NextStepBannerProps {
  applications: Waiting[];
  disputes: { disputeid: string; kind: 'error' | 'identity-theft'; due_dts: Date; open: boolean }[];
  timeZone: string;
  /** Of an active score that is under review. */
  review: { since: string | Date; expiration: string } | null;
  /** For a person who has no check yet. */
  promotion: { text: string; claim: boolean } | null;
}

function reviewWords({ since, expiration }: { since: string | Date; expiration: string }, timeZone: string) {
  return `We received it on ${formatDate(since, timeZone)}. If you accept it, the expiration date stays ${formatDate(expiration)}.`;
}

/** Shown at the top if a check needs an action by the person, or if there is no check yet. */
export function NextStepBanner({ applications, disputes, review, promotion, timeZone }: NextStepBannerProps) {
  const dispute = disputes.find(({ open }) => open);
  const waiting = applications.find(({ composite_status_code: code }) => code in words);
  const next = waiting && words[stepOf(waiting)];
  if (!next && dispute) {
    const isBlock = dispute.kind === 'identity-theft';
    return (
      <Banner
        tone="info"
        title={isBlock ? 'You reported identity theft.' : 'You reported an error.'}
        action={
          <LinkButton to={`/user/disputes/${dispute.disputeid}`}>
            {isBlock ? 'View request' : 'View dispute'}
          </LinkButton>
        }
      >
        {isBlock
          ? `The next step is due by ${formatDate(dispute.due_dts, timeZone)}. Your score isn’t shared while the request is open.`
          : `The agency must answer by ${formatDate(dispute.due_dts, timeZone)}. Your score isn’t shared until then.`}
      </Banner>
    );
  }
  if (!next) return promotion ? <PromotionCard promotion={promotion} /> : null;
  return (
    <Banner
      tone={next.tone}
      title={next.title}
      action={
        <LinkButton kind="primary" to={addressOf(waiting.composite_status_code, waiting.applicationid)}>
          {next.action}
        </LinkButton>
      }
    >
      {next.text}
      {waiting.composite_status_code === 'monitorrequiresapproval' && review
        ? ` ${reviewWords(review, timeZone)}`
        : null}
    </Banner>
  );
}
