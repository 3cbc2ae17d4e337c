import { getPerson } from '#modules/identity/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import {
  button,
  declareMail,
  facts,
  heading,
  link,
  type Portal,
  paragraph,
} from '#modules/platform/index.ts';
import { getApplication } from './applications.ts';
import type { MoneyAffects } from './jobs.ts';
import { findActiveScore } from './score/scores.ts';
import type { MoneyState } from './statuses.ts';

/** The mails about what became of the money for a check (D113). */

interface MoneyMail {
  firstname: string;
  packageDescrip: string;
  affects: MoneyAffects;
}

const heldWords: Record<MoneyAffects, string> = {
  application:
    'You can continue your application. Its score can be activated once the bank confirms the payment.',
  waiting:
    'Your score can be activated once the bank confirms the payment. You can still read the report and report an error.',
  score:
    'Your score isn’t shared with anyone until the bank confirms the payment. Its expiration date stays the same.',
};

/** Sent when a cardholder asked their bank to return the payment for a check. */
const moneyHeldMail = declareMail<MoneyMail>({
  name: 'money-held',
  sample: { firstname: 'Nina', packageDescrip: 'Standard background check', affects: 'score' },
  group: 'service',
  subject: ({ affects }) =>
    affects === 'score'
      ? 'Your ShieldScore is on hold'
      : 'The payment for your background check is under review',
  preheader: 'A bank is reviewing the payment. Here’s what that means for you.',
  blocks: ({ firstname, packageDescrip, affects }, origin) => [
    heading(`${firstname}, the payment for your check is under review`),
    paragraph(
      'The cardholder asked their bank to return this payment. The bank keeps the money while it decides, which can take several weeks.',
    ),
    paragraph(heldWords[affects]),
    facts([['Background check', packageDescrip]]),
    paragraph('If this is a mistake, ask the cardholder to tell the bank, or contact us.'),
    button('Go to your home page', `${origin}/user`),
    link('Contact support', `${origin}/support`),
  ],
});

const restoredWords: Record<MoneyAffects, string> = {
  application: 'Everything is as it was before.',
  waiting: 'You can now review your result and activate your score.',
  score: 'Your score is shared again wherever you shared it before.',
};

/** Sent when the bank has decided that a disputed payment stands. */
const moneyRestoredMail = declareMail<MoneyMail>({
  name: 'money-restored',
  sample: { firstname: 'Nina', packageDescrip: 'Standard background check', affects: 'score' },
  group: 'service',
  subject: ({ affects }) =>
    affects === 'score' ? 'Your ShieldScore is no longer on hold' : 'The payment for your check is confirmed',
  preheader: 'The bank’s review of the payment has ended.',
  blocks: ({ firstname, packageDescrip, affects }, origin) => [
    heading(`${firstname}, the payment for your check is confirmed`),
    paragraph(`The bank’s review of this payment has ended. ${restoredWords[affects]}`),
    facts([['Background check', packageDescrip]]),
    button('Go to your home page', `${origin}/user`),
  ],
});

interface MoneyEndedMail extends MoneyMail {
  /** When the former score that counts again expires; null if there is none. */
  formerUntil: string | null;
}

const endedWords: Record<MoneyAffects, string> = {
  application: 'Its application is closed, and there’s nothing left for you to do.',
  waiting: 'Its score can’t be activated. If you reported an error, you’ll still get an answer.',
  score: 'Your ShieldScore from this check has expired.',
};

/** Sent when the buyer of a check has got back all that they paid for it. */
const moneyEndedMail = declareMail<MoneyEndedMail>({
  name: 'money-ended',
  version: 2,
  sample: {
    firstname: 'Nina',
    packageDescrip: 'Standard background check',
    affects: 'score',
    formerUntil: null,
  },
  group: 'service',
  subject: ({ affects }) =>
    affects === 'score' ? 'Your ShieldScore is no longer valid' : 'Your background check was closed',
  preheader: 'The payment for it was returned in full.',
  blocks: ({ firstname, packageDescrip, affects, formerUntil }, origin) => [
    heading(`${firstname}, the payment for your check was returned`),
    paragraph(
      `The payment for this background check was returned in full, so the check was closed. ${endedWords[affects]}`,
    ),
    ...(formerUntil
      ? [paragraph(`Your earlier score is active again and valid through ${formerUntil}.`)]
      : []),
    facts([['Background check', packageDescrip]]),
    button('Go to your home page', `${origin}/user`),
    link('Contact support', `${origin}/support`),
  ],
});

/** Sends nothing if it has changed again since. */
export async function deliverMoneyMail(
  portal: Portal,
  { applicationId, money, affects }: { applicationId: string; money: MoneyState; affects: MoneyAffects },
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.tell-money', async (work) => {
    const application = await getApplication(work, applicationId);
    if (application.money !== money) return null;
    const person = await getPerson(work, application.account_id);
    return { application, person, active: await findActiveScore(work, application.account_id) };
  });
  if (!found) return;
  const { application, person, active } = found;
  const about = { firstname: person.firstname, packageDescrip: application.package_descrip, affects };
  const former = affects === 'score' && active && active.application_id !== applicationId ? active : null;
  const letter =
    money === 'held'
      ? moneyHeldMail(about)
      : money === 'paid'
        ? moneyRestoredMail(about)
        : moneyEndedMail({ ...about, formerUntil: former && formatDate(former.expiration) });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
