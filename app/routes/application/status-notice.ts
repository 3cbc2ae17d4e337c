import type { Tone } from '../../components/index.ts';
import { verificationMinutes } from './minutes.ts';
import type { StepData } from './step-data.ts';

interface StatusNotice {
  tone: Tone;
  title: string;
  text: string;
  /** The agency is working on the check, which takes days. */
  waiting?: true;
  /** Whether the page may change soon. */
  changes?: true;
  action?: { label: string; to: string };
}

/** Whether the agency has the order but no result yet. */
export function isWithAgency({ composite_status_code: code }: StepData['application']): boolean {
  return code === 'submitted' || code === 'inprogress';
}

/** The text of the page about a submitted application, by its status (doc2 §4.2). */
export function noticeOf(application: StepData['application']): StatusNotice {
  const { composite_status_code: code, composite_status: status, provider, applicationid } = application;
  const review = `/user/scoreapproval?applicationid=${applicationid}`;
  switch (code) {
    case 'submitted':
      if (application.under_review) {
        return {
          tone: 'info',
          title: 'We’re checking your details.',
          text: 'Our staff is reviewing your application before the check continues. You don’t need to do anything. We’ll email you if something has to be corrected.',
          waiting: true,
          changes: true,
        };
      }
      return {
        tone: 'ok',
        title: 'Submitted.',
        text: `${provider} has your application.`,
        waiting: true,
        changes: true,
      };
    case 'inprogress':
      return {
        tone: 'info',
        title: 'In progress.',
        text: `${provider} is working on your check.`,
        waiting: true,
        changes: true,
      };
    case 'newrequiresapproval':
    case 'monitorrequiresapproval':
      return {
        tone: 'ok',
        title: 'Your result is here.',
        text: 'No one else sees it until you activate it.',
        action: { label: 'Review result', to: review },
      };
    case 'correctionrequest':
      return {
        tone: 'warn',
        title: 'You reported an error.',
        text: `${provider} is looking into it. Your score stays inactive until it’s resolved.`,
        action: { label: 'View status', to: review },
      };
    case 'clearidaction':
      return {
        tone: 'warn',
        title: 'Your ID photos couldn’t be read.',
        text: `${provider} needs new ones to continue. It takes about ${verificationMinutes}, and you won’t be charged again.`,
        action: { label: 'Take new photos', to: `/user/idverification?appid=${applicationid}` },
      };
    case 'done':
      return { tone: 'ok', title: 'Complete.', text: 'You activated the score of this check.' };
    default:
      return { tone: 'plain', title: `${status}.`, text: 'This application is closed.' };
  }
}
