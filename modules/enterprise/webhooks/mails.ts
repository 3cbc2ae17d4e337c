import {
  button,
  declareMail,
  facts,
  formatCount,
  formatMoment,
  heading,
  type Portal,
  paragraph,
} from '#modules/platform/index.ts';
import { brandForCompany } from '../brand/brands.ts';
import { findCompanyOwner } from '../company/companies.ts';
import { hostOf } from './endpoints.ts';

interface WebhookDisabled {
  company: string;
  /** Not the whole address, which may contain a secret. */
  host: string;
  because: 'failures' | 'gone';
  failingSince: Date | null;
  offSince: Date;
  /** Events that were not taken and can be sent again. */
  failed: number;
}

const webhookDisabledMail = declareMail<WebhookDisabled>({
  name: 'webhook-disabled',
  version: 2,
  sample: {
    company: 'Acme Logistics',
    host: 'hooks.example.com',
    because: 'failures',
    failingSince: new Date('2026-03-02T15:00:00Z'),
    offSince: new Date('2026-03-02T15:00:00Z'),
    failed: 12,
  },
  group: 'company',
  subject: ({ host }) => `We turned off your webhook endpoint at ${host}`,
  preheader: ({ company }) => `It no longer gets the events of ${company}.`,
  blocks: ({ company, host, because, failingSince, offSince, failed }, origin, timeZone) => [
    heading('A webhook endpoint was turned off'),
    paragraph(
      because === 'gone'
        ? `${host} answered that it is gone (410), so it no longer gets the events of ${company}.`
        : `Every delivery to ${host} has failed for five days, so it no longer gets the events of ${company}.`,
    ),
    facts([
      ...(failingSince ? [['Failing since', formatMoment(failingSince, timeZone)] as const] : []),
      ['Turned off', formatMoment(offSince, timeZone)],
      ['Not delivered', formatCount(failed, 'event')],
    ]),
    paragraph(
      'When it works again, test it and turn it on. You can then resend the events it missed in the last 30 days.',
    ),
    button('View your webhooks', `${origin}/user/developers/webhooks`),
  ],
});

/** Tells the owner that an endpoint was turned off, if it still is. */
export async function deliverWebhookDisabled(
  portal: Portal,
  { endpointId }: { endpointId: string },
  messageId: string,
): Promise<void> {
  const endpoint = await portal.db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('company as c', 'c.id', 'e.company_id')
    .select([
      'e.company_id',
      'e.address',
      'e.off_because',
      'e.off_since',
      'e.failing_since',
      'c.company_name',
    ])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery as d')
        .select(({ fn }) => fn.countAll<number>().as('failed'))
        .whereRef('d.endpoint_id', '=', 'e.id')
        .where('d.state', '=', 'failed')
        .as('failed'),
    )
    .where('e.id', '=', endpointId)
    .executeTakeFirst();
  if (!endpoint?.off_since || !endpoint.off_because) return;
  const accountId = await findCompanyOwner({ db: portal.db }, endpoint.company_id);
  const { host } = await brandForCompany(portal, endpoint.company_id);
  const letter = webhookDisabledMail({
    company: endpoint.company_name,
    host: hostOf(endpoint.address),
    because: endpoint.off_because,
    failingSince: endpoint.failing_since,
    offSince: endpoint.off_since,
    failed: endpoint.failed ?? 0,
  });
  await portal.mailTo({ accountId }, { host, messageId }, letter);
}
