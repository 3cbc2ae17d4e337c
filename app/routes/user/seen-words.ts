import type { listSeen } from '#modules/identity/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';

type Kind = OutputOf<typeof listSeen>['seen'][number]['kind'];

/** What somebody who saw a person's score did. */
export const seenWords: Record<Kind, string> = {
  search: 'Looked up your ShieldID',
  score: 'Viewed your score',
  report: 'Opened your report',
  export: 'Exported your score in a list',
  api: 'Read your score through the API',
  'staff-report': 'Opened your report',
  link: 'Opened your share link',
  'staff-transfer': 'Moved a background check between your accounts',
};

const sharing = 'You share your score with them.';

/** Why they could. */
export const seenReasons: Record<Kind, string> = {
  search: 'Anyone who has your ShieldID or email can look it up; your privacy settings decide what they see.',
  score: sharing,
  report: 'You share your report with them.',
  export: sharing,
  api: sharing,
  'staff-report': 'To answer a question or look into a problem with your check.',
  link: 'You shared this link. Anyone who has it can see your score until the link expires or you revoke it.',
  'staff-transfer': 'To keep your checks together in one account.',
};
