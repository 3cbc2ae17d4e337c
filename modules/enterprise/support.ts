import { z } from 'zod';
import {
  anyone,
  HOUR,
  inputOf,
  newId,
  operation,
  type Portal,
  sealedColumn,
  type Work,
} from '#modules/platform/index.ts';
import { enterpriseAudit } from './audit.ts';
import { brandForHost } from './brand/brands.ts';
import { supportFields } from './fields.ts';
import { sendSupportRequest } from './jobs.ts';
import { supportRequestMail } from './mails.ts';
import { Refusal } from './refusals.ts';

/** What /support shows (D88): the addresses of the brand, and the caller's own data for the form. */
export const getSupport = operation({
  name: 'enterprise.get-support',
  summary: 'How to reach support on the host of the request.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    company_name: z.string(),
    /** Ten digits; empty if there is none. */
    phone: z.string(),
    emailaddress: z.string(),
    help_url: z.string(),
    caller: z.object({ name: z.string(), emailaddress: z.string() }).nullable(),
  }),
  async run({ portal, visit, caller }) {
    const brand = await brandForHost(portal, visit.host);
    const { company_name, company_phone, support_email, help_url } = brand;
    const known = caller?.twoStepDone ? caller : null;
    return {
      company_name,
      phone: company_phone,
      emailaddress: support_email,
      help_url,
      caller: known && {
        name: `${known.firstname} ${known.lastname}`,
        emailaddress: known.emailaddress,
      },
    };
  },
});

/**
 * Stores a message until the job has mailed it. Limited to five an hour from one network address, because each is a
 * mail to people.
 */
export const askSupport = operation({
  name: 'enterprise.ask-support',
  summary: 'Sends a message to support on the host of the request.',
  access: anyone,
  kind: 'write',
  input: inputOf(supportFields),
  output: z.object({}),
  throttle: { by: 'address', limit: 5, per: HOUR },
  async run(work, message) {
    const { portal, visit, now, caller } = work;
    const brand = await brandForHost(portal, visit.host);
    if (!brand.support_email) throw new Refusal('unavailable', { detail: 'no support address' });
    const id = newId();
    const accountId = caller?.accountId ?? null;
    await work.db
      .insertInto('support_request')
      .values({
        id,
        account_id: accountId,
        host: visit.host,
        content: portal.keys.encrypt(JSON.stringify(message), contentPlace(id)),
        requested_at: now,
      })
      .execute();
    await work.audit({
      action: enterpriseAudit.supportAsked,
      object: { type: 'support_request', id },
      ...(accountId ? { about: accountId } : {}),
    });
    await work.enqueue(sendSupportRequest, { requestId: id });
    return {};
  },
});

const contentShape = z.object({ name: z.string(), emailaddress: z.string(), message: z.string() });

const contentPlace = sealedColumn({ table: 'support_request', column: 'content' });

/** Decrypts a message. @param sealed its column `content` */
export function openSupportContent(keys: Portal['keys'], requestId: string, sealed: string) {
  return contentShape.parse(JSON.parse(keys.decrypt(sealed, contentPlace(requestId))));
}

/** Mails a message, then deletes it. Sends nothing if it was mailed before. */
export async function deliverSupportRequest(
  portal: Portal,
  requestId: string,
  messageId: string,
): Promise<void> {
  const request = await portal.work('enterprise.read-support-request', (work) =>
    findRequest(work, requestId),
  );
  if (!request) return;
  const content = openSupportContent(portal.keys, requestId, request.content);
  const { host, emailaddress: accountEmail } = request;
  const brand = await brandForHost(portal, host);
  const context = { host, messageId, replyTo: content.emailaddress };
  const letter = supportRequestMail({ ...content, host, accountEmail });
  await portal.mailTo({ address: brand.support_email }, context, letter);
  await portal.work('enterprise.forget-support-request', ({ db }) =>
    db.deleteFrom('support_request').where('id', '=', requestId).execute(),
  );
}

function findRequest({ db }: Work, requestId: string) {
  return db
    .selectFrom('support_request')
    .leftJoin('account', 'account.id', 'support_request.account_id')
    .select(['host', 'content', 'account.emailaddress'])
    .where('support_request.id', '=', requestId)
    .executeTakeFirst();
}
