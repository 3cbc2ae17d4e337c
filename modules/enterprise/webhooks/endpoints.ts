import type { Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { findTarget, WebhookFault, webhookNetwork } from './network.ts';

/** Whoever acts for a company: its owner, or one of its keys. */
export interface CompanySide {
  companyId: string;
}

/** The host alone, for mails and the audit log: the rest of an address may be a secret. */
export const hostOf = (address: string) => URL.parse(address)?.host ?? '';

/** An endpoint of the caller's company. @throws Refusal not-found */
export async function getOwnEndpoint(work: Pick<Work<CompanySide>, 'db' | 'caller'>, endpointId: string) {
  const endpoint = await ownEndpoint(work, endpointId).executeTakeFirst();
  if (!endpoint) throw new Refusal('not-found', { detail: `webhook endpoint ${endpointId}` });
  return endpoint;
}

/** The same, locked until the transaction ends. @throws Refusal not-found */
export async function lockOwnEndpoint(work: Pick<Work<CompanySide>, 'db' | 'caller'>, endpointId: string) {
  const endpoint = await ownEndpoint(work, endpointId).forUpdate('e').executeTakeFirst();
  if (!endpoint) throw new Refusal('not-found', { detail: `webhook endpoint ${endpointId}` });
  return endpoint;
}

function ownEndpoint({ db, caller }: Pick<Work<CompanySide>, 'db' | 'caller'>, endpointId: string) {
  return db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('company as c', 'c.id', 'e.company_id')
    .selectAll('e')
    .where('e.id', '=', endpointId)
    .where('e.company_id', '=', caller.companyId)
    .where('c.enterprise_enabled', '=', true);
}

/** An unknown host and a private one are answered alike, so that no owner learns which names exist inside. */
const refusals = {
  insecure: 'enterprise.webhook-insecure',
  'private-address': 'enterprise.webhook-not-public',
  'host-unknown': 'enterprise.webhook-not-public',
} as const;

/**
 * Whether an address may be an endpoint now. Where its host leads is checked again at each try.
 * @throws Refusal enterprise.webhook-insecure, enterprise.webhook-not-public
 */
export async function requireTarget({ portal }: Pick<Work, 'portal'>, address: string): Promise<void> {
  try {
    await findTarget(webhookNetwork.of(portal), address);
  } catch (error) {
    const code = error instanceof WebhookFault && refusals[error.failure as keyof typeof refusals];
    if (!code) throw error;
    throw new Refusal(code, { field: 'address' });
  }
}
