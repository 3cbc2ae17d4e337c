import { button, declareMail, formatDate, heading, paragraph } from '#modules/platform/index.ts';

interface DisputeMail {
  occasion: 'received' | 'question' | 'overdue' | 'result';
  disputeId: string;
  firstname: string;
  provider: string;
  due: Date;
  /** With the result. */
  outcome: 'confirmed' | 'corrected' | 'withdrawn' | null;
  /** A score is now waiting for the person's decision. */
  reviews: boolean;
  /** A request for a block about the same report is open. */
  isHeld: boolean;
}

const disputeSubjects: Record<DisputeMail['occasion'], string> = {
  received: 'We received your dispute',
  question: 'New message in your dispute',
  overdue: 'The answer to your dispute is overdue',
  result: 'The result of your dispute',
};

/**
 * Sent to the person: their dispute was received, somebody wrote to them, the answer is late, or the result with their
 * rights.
 */
export const disputeMail = declareMail<DisputeMail>({
  name: 'dispute',
  version: 2,
  sample: {
    occasion: 'received',
    disputeId: 'sample',
    firstname: 'Nina',
    provider: 'Sample Screening',
    due: new Date('2026-04-01T15:00:00Z'),
    outcome: null,
    reviews: false,
    isHeld: false,
  },
  group: 'legal',
  subject: ({ occasion }) => disputeSubjects[occasion],
  preheader: ({ provider }) => `About your report by ${provider}.`,
  blocks: (about, origin, timeZone) => [
    heading(`${about.firstname}, ${aboutDispute(about)}`),
    ...disputeWords(about, formatDate(about.due, timeZone)).map((text) => paragraph(text)),
    button('Open my dispute', `${origin}/user/disputes/${about.disputeId}`),
  ],
});

function aboutDispute({ occasion, outcome }: DisputeMail): string {
  if (occasion === 'received') return 'we received your dispute';
  if (occasion === 'question') return 'there is a new message in your dispute';
  if (occasion === 'overdue') return 'the answer to your dispute is overdue';
  return outcome === 'withdrawn' ? 'you withdrew your dispute' : 'your dispute has been decided';
}

function disputeWords({ occasion, outcome, provider, reviews, isHeld }: DisputeMail, due: string): string[] {
  switch (occasion) {
    case 'received':
      return [
        `${provider} must look into it, free of charge, and answer by ${due}. Your score isn’t shared with anyone until then.`,
        'You can add facts at any time. New facts give the agency 15 more days, once.',
      ];
    case 'question':
      return ['Log in to read it and reply. The agency’s time doesn’t stop while a question is open.'];
    case 'overdue':
      return [
        `${provider} should have answered by ${due}. Our team is asking them for the answer. Your score isn’t shared until then.`,
      ];
    case 'result':
      return [
        outcome === 'corrected'
          ? 'The agency corrected your report.'
          : outcome === 'confirmed'
            ? 'The agency confirmed your report as it was.'
            : 'Your report stays as it was.',
        ...(isHeld
          ? ['Your score isn’t shared until your identity theft request about this report has ended too.']
          : []),
        ...(reviews ? ['Log in to review your score. It isn’t shared until you accept it.'] : []),
        ...(outcome === 'withdrawn'
          ? []
          : [
              'You have the right to add a statement of your own of up to 100 words, to ask the agency how it checked your dispute, and to get a free copy of your report from it. You can also dispute again with new facts, or complain to the Consumer Financial Protection Bureau at consumerfinance.gov.',
            ]),
      ];
  }
}

interface BlockMail {
  occasion: 'received' | 'question' | 'blocked' | 'declined' | 'rescinded' | 'withdrawn';
  disputeId: string;
  firstname: string;
  provider: string;
  due: Date;
  /** A dispute about the same report is open. */
  isHeld: boolean;
}

const blockSubjects: Record<BlockMail['occasion'], string> = {
  received: 'We received your identity theft request',
  question: 'New message about your identity theft request',
  blocked: 'Your identity theft request was approved',
  declined: 'Your identity theft request was declined',
  rescinded: 'A block in your report was removed',
  withdrawn: 'You withdrew your identity theft request',
};

/** Sent to the person: their request for a block was received, decided or answered, or a block was lifted. */
export const blockMail = declareMail<BlockMail>({
  name: 'block',
  version: 2,
  sample: {
    occasion: 'received',
    disputeId: 'sample',
    firstname: 'Nina',
    provider: 'Sample Screening',
    due: new Date('2026-03-06T15:00:00Z'),
    isHeld: false,
  },
  group: 'legal',
  subject: ({ occasion }) => blockSubjects[occasion],
  preheader: ({ provider }) => `About your report by ${provider}.`,
  blocks: (about, origin, timeZone) => [
    heading(blockSubjects[about.occasion]),
    paragraph(`Hello ${about.firstname},`),
    ...blockWords(about, formatDate(about.due, timeZone)).map((text) => paragraph(text)),
    button('Open my request', `${origin}/user/disputes/${about.disputeId}`),
  ],
});

const heldByDispute = 'Your score isn’t shared until your dispute about this report has ended too.';

function blockWords({ occasion, provider, isHeld }: BlockMail, due: string): string[] {
  switch (occasion) {
    case 'received':
      return [
        `You asked to block results that come from identity theft. We’ll decide by ${due}. Your score isn’t shared with anyone until then.`,
        'Log in to add documents or write to us.',
      ];
    case 'question':
      return ['Log in to read it and reply.'];
    case 'blocked':
      return [
        `${provider} must block the results and send a new result by ${due}. Your score isn’t shared until you have reviewed it.`,
      ];
    case 'declined':
      return [
        'Log in to read why. Your report stays as it was.',
        ...(isHeld ? [heldByDispute] : []),
        'You can ask again with other documents, dispute a result that is wrong, or complain to the Consumer Financial Protection Bureau at consumerfinance.gov.',
      ];
    case 'rescinded':
      return [
        `Log in to read why. ${provider} will restore the results and send a new result by ${due}. Your score isn’t shared until then.`,
        'You can dispute a result that is wrong, or complain to the Consumer Financial Protection Bureau at consumerfinance.gov.',
      ];
    case 'withdrawn':
      return [
        'Your report stays as it was. You can ask again at any time.',
        ...(isHeld ? [heldByDispute] : []),
      ];
  }
}

/** Sent to the owner of a company that saw a score or report which was later corrected by a dispute. */
export const disputeCompanyMail = declareMail<{ name: string }>({
  name: 'dispute-company',
  version: 2,
  sample: { name: 'Nina Novak' },
  group: 'company',
  subject: 'A background check report was corrected',
  preheader: 'Someone in your company viewed the score before the correction.',
  blocks: ({ name }, origin) => [
    heading('A report was corrected'),
    paragraph(
      `${name} disputed their background check report, and the agency corrected it. Your company viewed their score before the correction. Don’t rely on what you saw then.`,
    ),
    button('Open your network', `${origin}/user/network`),
  ],
});
