import { z } from 'zod';
import { requireProof } from '#modules/identity/index.ts';
import { HOUR, newId, operation, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import type { WebhookEvent } from '../fields.ts';
import { webhookForm } from '../forms.ts';
import { mostWebhooks } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { type CompanySide, hostOf, requireTarget } from './endpoints.ts';
import { ping, pingAnswer } from './pinging.ts';
import { newSecret } from './secret.ts';

/** The secret is in this answer, and afterwards only where it is rotated (D136). */
export const addWebhook = operation({
  name: 'enterprise.add-webhook',
  summary: 'Adds an endpoint that is told what happens in the company’s network, and sends it a test event.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: webhookForm.schema,
  output: z.object({ webhookid: z.uuid(), secret: z.string(), ping: pingAnswer }),
  throttle: { by: 'account', limit: 30, per: HOUR },
  async run(work, { address, events, currentpassword }) {
    await requireProof(work, currentpassword);
    const { id, secret } = await addEndpoint(work, work.caller.accountId, {
      address,
      events: events as WebhookEvent[],
    });
    return { webhookid: id, secret, ping: await ping(work, id) };
  },
});

/**
 * Adds an endpoint of the caller's company.
 * @param accountId who is responsible for it
 * @returns its secret, which is nowhere else to be read
 * @throws Refusal not-found, enterprise.webhook-insecure, -not-public, -taken, enterprise.webhooks-enough
 */
export async function addEndpoint(
  work: Work<CompanySide>,
  accountId: string,
  { address: typed, events }: { address: string; events: readonly WebhookEvent[] },
): Promise<{ id: string; secret: string }> {
  const { companyId } = work.caller;
  // As it is sent to, so that the same address is found if it is typed in another way.
  const address = URL.parse(typed)?.href ?? typed;
  await requireTarget(work, address);
  const id = newId();
  const { secret, stored } = newSecret(work.portal, id);
  const wanted = [...new Set(events)];
  await work.apart(async (inside) => {
    await lockCompany(inside, companyId);
    await requireRoom(inside, companyId, address);
    await inside.db
      .insertInto('webhook_endpoint')
      .values({
        id,
        company_id: companyId,
        address,
        events: wanted,
        ...stored,
        secret_made_at: inside.now,
        made_by_account_id: accountId,
        made_at: inside.now,
      })
      .execute();
    await inside.audit({
      action: enterpriseAudit.webhookAdded,
      object: { type: 'webhook_endpoint', id },
      detail: { host: hostOf(address), events: wanted },
    });
  });
  return { id, secret };
}

/** Locked, so that two requests at once cannot both add the last endpoint. @throws Refusal not-found */
async function lockCompany({ db }: Pick<Work, 'db'>, companyId: string): Promise<void> {
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('enterprise_enabled', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!company) throw new Refusal('not-found', { detail: `company ${companyId}` });
}

/** @throws Refusal enterprise.webhook-taken, enterprise.webhooks-enough */
async function requireRoom({ db }: Pick<Work, 'db'>, companyId: string, address: string): Promise<void> {
  const held = await db
    .selectFrom('webhook_endpoint')
    .select('address')
    .where('company_id', '=', companyId)
    .execute();
  if (held.some((endpoint) => endpoint.address === address))
    throw new Refusal('enterprise.webhook-taken', { field: 'address' });
  if (held.length >= mostWebhooks) throw new Refusal('enterprise.webhooks-enough');
}
