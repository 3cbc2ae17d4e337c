import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { CompanyCaller } from '#modules/enterprise/index.ts';
import {
  type CardSetup,
  HOUR,
  inputOf,
  newId,
  operation,
  PaymentFailure,
  type Tables,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { updatePaymentMethodFields } from '../fields.ts';
import { isFailure, reachProvider } from '../payment/provider.ts';
import { Refusal } from '../refusals.ts';
import { cardEndsAt, formatCardExpiration, nameOfCard } from '../start/rules.ts';
import { purchasingTexts } from '../texts.ts';
import { keepCard, lockCompanyCard, removeCard } from './keeping.ts';
import { companyOwner } from './owner.ts';

export const paymentMethodAnswer = z.object({
  /** The name that people use, such as `Visa`. */
  cardtype: z.string(),
  last4: z.string(),
  /** MM/yyyy */
  formattedexpirationdate: z.string(),
  /** The bank declined it for a coupon, and it has not been charged since. */
  refused: yesNo,
  /** Whether its last month is over. */
  expired: yesNo,
});

type PaymentMethod = z.output<typeof paymentMethodAnswer>;

/** The card that pays the coupons of the caller's company (doc2 §2.13). */
export const getPaymentMethod = operation({
  name: 'purchasing.get-payment-method',
  summary: "The card that is charged for the company's coupons.",
  access: companyOwner,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    paymentmethod: paymentMethodAnswer.nullable(),
    /** Whether the company pays with coupons. */
    enable_payments: yesNo,
  }),
  async run(work) {
    const { companyId, facts } = work.caller;
    return {
      paymentmethod: await findPaymentMethod(work, companyId),
      enable_payments: facts.enable_payments,
    };
  },
});

/** What may be shown of the card that a company has saved; null if there is none. */
export async function findPaymentMethod(
  work: Pick<Work, 'db' | 'now'>,
  companyId: string,
): Promise<PaymentMethod | null> {
  const card = await findCompanyCard(work, companyId);
  return card ? presentCard(card, work.now) : null;
}

export type CompanyCardRow = Selectable<Tables['company_card']>;

export function findCompanyCard(
  work: Pick<Work, 'db'>,
  companyId: string,
): Promise<CompanyCardRow | undefined> {
  return work.db
    .selectFrom('company_card')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

function presentCard(card: CompanyCardRow, now: Date): PaymentMethod {
  return {
    cardtype: nameOfCard(card.brand),
    last4: card.last4,
    formattedexpirationdate: formatCardExpiration(card),
    refused: card.refused_at !== null,
    expired: cardEndsAt(card) <= now,
  };
}

/** Where the owner enters the card: in the provider's form inside our page, or on the provider's own page. */
const places = ['element', 'checkout'] as const;

/** Opens the provider's form for a new card. The current card stays until the new one is saved. */
export const openCardSetup = operation({
  name: 'purchasing.open-card-setup',
  summary: "Opens the payment provider's form for a new company card.",
  access: companyOwner,
  kind: 'staged',
  inPersonOnly: true,
  input: z.object({ place: z.enum(places) }),
  output: z.object({
    /** For the card form in our page; null for the provider's page. */
    client_secret: z.string().nullable(),
    /** The address of the provider's own page; null for the form in our page. */
    url: z.string().nullable(),
  }),
  throttle: { by: 'account', limit: 30, per: HOUR },
  async run(work, { place }) {
    const setup = { key: `card-setup:${newId()}`, customerId: await getCustomer(work) };
    if (place === 'element') {
      const { handover } = await reachProvider(() => work.portal.payments.createSetupIntent(setup));
      return { client_secret: handover, url: null };
    }
    const page = `${work.visit.origin}/user/profile/accounting/card`;
    const hosted = { ...setup, successUrl: `${page}?setup={CHECKOUT_SESSION_ID}`, cancelUrl: page };
    const { handover } = await reachProvider(() => work.portal.payments.createSetupSession(hosted));
    return { client_secret: null, url: handover };
  },
});

/**
 * Asks the provider for a card that was entered in its form, and stores it. The id comes back in the address and proves
 * nothing, so the card must have been saved for this company.
 * @throws Refusal purchasing.card-refused with the provider's words, purchasing.card-not-saved, not-found
 */
export const confirmCardSetup = operation({
  name: 'purchasing.confirm-card-setup',
  summary: "Saves a card that the owner entered in the payment provider's form.",
  access: companyOwner,
  kind: 'staged',
  inPersonOnly: true,
  input: z.object({ setupid: z.string().regex(/^(seti|cs)_\w{1,200}$/) }),
  output: z.object({}),
  throttle: { by: 'account', limit: 120, per: HOUR },
  async run(work, { setupid }) {
    const setup = await retrieveSetup(work, setupid);
    if (setup.customerId !== (await findCustomer(work))) {
      throw new Refusal('not-found', { detail: `another customer's card setup ${setupid}` });
    }
    await keepOrRefuse(work, setup);
    return {};
  },
});

async function retrieveSetup(work: Work<CompanyCaller>, id: string): Promise<CardSetup> {
  try {
    return await reachProvider(() => work.portal.payments.retrieveSetup(id));
  } catch (error) {
    if (isFailure(error, 'not-found')) {
      throw new Refusal('not-found', { detail: `no card setup ${id}` });
    }
    throw error;
  }
}

async function keepOrRefuse(work: Work<CompanyCaller>, setup: CardSetup): Promise<void> {
  if (setup.state === 'done') {
    await work.apart((tx) => keepCard(tx, setup, work.caller.accountId));
    return;
  }
  if (setup.declined === null) throw new Refusal('purchasing.card-not-saved', { detail: setup.state });
  throw cardRefused(setup.declined);
}

function cardRefused(words: string): Refusal {
  return new Refusal('purchasing.card-refused', {
    message: purchasingTexts['purchase.declined-prefix'] + (words || purchasingTexts['purchase.declined']),
  });
}

/**
 * Saves a card that the provider's script has already read. A card for which the bank wants a confirmation is refused.
 */
export const updatePaymentMethod = operation({
  name: 'purchasing.update-payment-method',
  summary: "Replaces the company's card with the one that a token of the provider's script stands for.",
  access: companyOwner,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(updatePaymentMethodFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 30, per: HOUR },
  async run(work, { cardtoken }) {
    const customerId = await getCustomer(work);
    const setup = await saveCard(work, { key: `card-token:${newId()}`, customerId, cardToken: cardtoken });
    await keepOrRefuse(work, setup);
    return {};
  },
});

async function saveCard(
  work: Work<CompanyCaller>,
  card: { key: string; customerId: string; cardToken: string },
): Promise<CardSetup> {
  try {
    return await reachProvider(() => work.portal.payments.saveCard(card));
  } catch (error) {
    if (isFailure(error, 'declined')) throw cardRefused(error.message);
    if (error instanceof PaymentFailure && error.kind !== 'unauthorized')
      throw new Refusal('purchasing.card-not-saved', { detail: error.message });
    throw error;
  }
}

/** Removes the company's card, here at once and at the provider with a job. Does nothing if there is no card. */
export const removePaymentMethod = operation({
  name: 'purchasing.remove-payment-method',
  summary: "Removes the company's card.",
  access: companyOwner,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    const { companyId } = work.caller;
    await lockCompanyCard(work, companyId);
    const card = await findCompanyCard(work, companyId);
    if (card) await removeCard(work, companyId, card);
    return {};
  },
});

async function findCustomer(work: Work<CompanyCaller>): Promise<string | null> {
  const found = await customerOf(work).executeTakeFirst();
  return found?.customer_id ?? null;
}

function customerOf({ db, caller }: Work<CompanyCaller>) {
  return db.selectFrom('company_customer').select('customer_id').where('company_id', '=', caller.companyId);
}

/** The company's record at the provider, made at first use. If two tabs make two at once, one is kept and used. */
async function getCustomer(work: Work<CompanyCaller>): Promise<string> {
  const known = await findCustomer(work);
  if (known) return known;
  const { companyId, facts } = work.caller;
  const customer = await reachProvider(() =>
    work.portal.payments.createCustomer({
      key: `company:${newId()}`,
      name: facts.company_name ?? '',
      companyId,
    }),
  );
  await work.apart(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('company_customer')
      .values({ company_id: companyId, customer_id: customer.id, created_at: tx.now })
      .onConflict((same) => same.column('company_id').doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return;
    await tx.audit({ action: purchasingAudit.customerCreated, object: { type: 'company', id: companyId } });
  });
  return (await customerOf(work).executeTakeFirstOrThrow()).customer_id;
}
