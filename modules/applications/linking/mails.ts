import { button, declareMail, facts, formatCount, heading, paragraph } from '#modules/platform/index.ts';
import type { ProvenKind } from './proven-kinds.ts';

const provenThings: Record<ProvenKind, string> = {
  'archived-shield-id': 'a ShieldID from a former account',
  'approval-link': 'a link to a waiting score',
  'invite-center-link': 'a link to pending invitations',
};

/** Sent to staff: nobody can try any further until they look into it (D127). */
export const proofLimitMail = declareMail<{ kind: ProvenKind; wrong: number; last: string; path: string }>({
  name: 'proof-limit',
  version: 2,
  sample: {
    kind: 'archived-shield-id',
    wrong: 10,
    last: '03/02/2026 09:00 AM CST',
    path: '/admin/user/sample',
  },
  group: 'staff',
  subject: ({ kind }) => `Too many wrong entries for ${provenThings[kind]}`,
  preheader: ({ wrong }) => `${formatCount(wrong, 'wrong entry', 'wrong entries')}. It accepts no more.`,
  blocks: ({ kind, wrong, last, path }, origin) => [
    heading('Too many wrong entries'),
    paragraph(
      `Someone entered the wrong identity details ${formatCount(wrong, 'time')} for ${provenThings[kind]}. It accepts no more entries. Find out whether the owner needs help or someone else was guessing.`,
    ),
    facts([['Last entry', last]]),
    button('Open the alert', origin + path),
  ],
});
