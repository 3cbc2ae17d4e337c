import { randomUUID } from 'node:crypto';
import { declareMail, paragraph } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { group } from './look.ts';

const sampleLetter = declareMail<object>({
  name: 'test.sample',
  sample: {},
  group: 'service',
  subject: 'Welcome',
  preheader: 'A sample',
  blocks: () => [paragraph('Hello')],
});

/** What runs behind the pages, what is kept how long, and the mails that somebody got. */
export const operationsPages = group(
  'operations at night',
  async ({ operations }) => {
    const staff = await newStaff(operations);
    const { owner } = await newCompany(operations);
    const { accountId } = owner;
    await operations.mailTo({ accountId }, { host: null, messageId: randomUUID() }, sampleLetter({}));
    const mail = await operations.db
      .selectFrom('sent_mail')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('sent_at', 'desc')
      .executeTakeFirstOrThrow();
    const { rows } = await operations.pool.query<{ id: string }>(
      `select id::text from graphile_worker.add_job('test.later', '{}'::json, run_at => now() + interval '1 day')`,
    );
    return { staff, accountId, mail: mail.id, job: rows[0]?.id ?? '' };
  },
  [
    { route: 'admin/queues', path: '/admin/queues', as: ({ staff }) => staff.visitor },
    { route: 'admin/queues/:jobid/cancel', path: ({ job }) => `/admin/queues/${job}/cancel` },
    { route: 'admin/retention', path: '/admin/retention' },
    { route: 'admin/user/:userid/hold', path: ({ accountId }) => `/admin/user/${accountId}/hold` },
    {
      route: 'admin/user/:userid/enterprise/hold',
      path: ({ accountId }) => `/admin/user/${accountId}/enterprise/hold`,
    },
    {
      route: 'admin/user/:userid/mail/:mailid',
      path: ({ accountId, mail }) => `/admin/user/${accountId}/mail/${mail}`,
    },
  ],
);
