import { getPerson } from '#modules/identity/index.ts';
import { button, declareMail, facts, heading, type Portal, paragraph } from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import type { ScoreChangeType } from '../entities/score.ts';

interface ScoreClosedMail {
  firstname: string;
  provider: string;
  packageDescrip: string;
  /** `monitorupdate`: the score before the update stays. */
  type: ScoreChangeType;
}

/** Sent when staff closed a result on which the person did not decide. */
const scoreClosedMail = declareMail<ScoreClosedMail>({
  name: 'score-closed',
  version: 2,
  sample: {
    firstname: 'Nina',
    provider: 'Sample Screening',
    packageDescrip: 'Standard background check',
    type: 'new',
  },
  group: 'service',
  subject: ({ type }) =>
    type === 'new' ? 'We closed your background check result' : 'We closed a change to your ShieldScore',
  preheader: 'We waited 30 days for your decision. You can still dispute it.',
  blocks: ({ firstname, provider, packageDescrip, type }, origin) => [
    heading(
      type === 'new'
        ? `${firstname}, your result was closed`
        : `${firstname}, a change to your score was closed`,
    ),
    paragraph(
      'We asked you to review it and reminded you three times. After 30 days without an answer, our team reviewed it and closed it.',
    ),
    paragraph(
      type === 'new'
        ? 'It didn’t become a ShieldScore, and no one you share with has seen it.'
        : 'Your ShieldScore and its expiration date stay as they were before.',
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
    ]),
    paragraph(
      type === 'new'
        ? 'If something in the report is wrong, you can still dispute it, free of charge. Contact us and we’ll open the dispute with you.'
        : 'If something in the report is wrong, you can still dispute it from your home page, free of charge.',
    ),
    type === 'new'
      ? button('Contact support', `${origin}/support`)
      : button('View your checks', `${origin}/user/application`),
  ],
});

export async function deliverScoreClosed(
  portal: Portal,
  scoreChangeId: string,
  messageId: string,
): Promise<void> {
  const { change, application, person } = await portal.work(
    'applications.tell-score-closed',
    async (work) => {
      const change = await work.db
        .selectFrom('score_change')
        .select(['application_id', 'score_change_type'])
        .where('id', '=', scoreChangeId)
        .executeTakeFirstOrThrow();
      const application = await getApplication(work, change.application_id);
      return { change, application, person: await getPerson(work, application.account_id) };
    },
  );
  const letter = scoreClosedMail({
    firstname: person.firstname,
    provider: application.provider,
    packageDescrip: application.package_descrip,
    type: change.score_change_type,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
