import { z } from 'zod';
import { proofFields } from '#modules/identity/fields.ts';
import { requireProof } from '#modules/identity/index.ts';
import { HOUR, inputOf, operation, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import type { WebhookEvent } from '../fields.ts';
import { webhookEventsForm } from '../forms.ts';
import { webhookTimes } from '../limits.ts';
import { type CompanySide, getOwnEndpoint, hostOf, lockOwnEndpoint } from './endpoints.ts';
import { asFormer, newSecret } from './secret.ts';

/** What the owner changes about an endpoint. Each change needs the password or a recent second step, as for keys. */

const throttle = { by: 'account', limit: 60, per: HOUR } as const;
const one = inputOf(proofFields).extend({ webhookid: z.uuid() });
const objectOf = (id: string) => ({ type: 'webhook_endpoint', id });

export const changeWebhook = operation({
  name: 'enterprise.change-webhook',
  summary: 'Changes which events an endpoint gets.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: webhookEventsForm.schema.safeExtend({ webhookid: z.uuid() }),
  output: z.object({}),
  throttle,
  async run(work, { webhookid, events, currentpassword }) {
    await getOwnEndpoint(work, webhookid);
    await requireProof(work, currentpassword);
    const wanted = [...new Set(events)] as WebhookEvent[];
    await work.apart(async (inside) => {
      const { address } = await lockOwnEndpoint(inside, webhookid);
      await inside.db
        .updateTable('webhook_endpoint')
        .set({ events: wanted })
        .where('id', '=', webhookid)
        .execute();
      await inside.audit({
        action: enterpriseAudit.webhookChanged,
        object: objectOf(webhookid),
        detail: { host: hostOf(address), events: wanted },
      });
    });
    return {};
  },
});

/** The former secret signs beside the new one for a day, so that the receiver loses nothing while it changes over. */
export const rotateWebhookSecret = operation({
  name: 'enterprise.rotate-webhook-secret',
  summary: 'Makes another secret for an endpoint and shows it once. Both sign for 24 hours.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: one,
  output: z.object({ secret: z.string() }),
  throttle,
  async run(work, { webhookid, currentpassword }) {
    await getOwnEndpoint(work, webhookid);
    await requireProof(work, currentpassword);
    const { secret, stored } = newSecret(work.portal, webhookid);
    await work.apart(async (inside) => {
      const { address, secret_sealed } = await lockOwnEndpoint(inside, webhookid);
      await inside.db
        .updateTable('webhook_endpoint')
        .set({
          ...stored,
          secret_made_at: inside.now,
          former_secret_sealed: asFormer(work.portal, webhookid, secret_sealed),
          former_secret_until: new Date(inside.now.getTime() + webhookTimes.bothSecrets),
        })
        .where('id', '=', webhookid)
        .execute();
      await inside.audit({
        action: enterpriseAudit.webhookSecretRotated,
        object: objectOf(webhookid),
        detail: { host: hostOf(address) },
      });
    });
    return { secret };
  },
});

export const removeWebhook = operation({
  name: 'enterprise.remove-webhook',
  summary: 'Removes an endpoint with its deliveries.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: one,
  output: z.object({}),
  throttle,
  async run(work, { webhookid, currentpassword }) {
    await getOwnEndpoint(work, webhookid);
    await requireProof(work, currentpassword);
    await work.apart((inside) => removeEndpoint(inside, webhookid));
    return {};
  },
});

/** Removes an endpoint of the caller's company with its deliveries. @throws Refusal not-found */
export async function removeEndpoint(work: Work<CompanySide>, webhookId: string): Promise<void> {
  const { address } = await lockOwnEndpoint(work, webhookId);
  await work.audit({
    action: enterpriseAudit.webhookRemoved,
    object: objectOf(webhookId),
    detail: { host: hostOf(address) },
  });
  await work.db.deleteFrom('webhook_endpoint').where('id', '=', webhookId).execute();
}
