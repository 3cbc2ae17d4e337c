import type Stripe from 'stripe';
import type { CardDispute } from './cards.ts';
import { mergeMetadata } from './customers.ts';
import { recordEvent } from './events.ts';
import { newObjectId, randomToken } from './objects.ts';
import { invalidRequest } from './problem.ts';
import type { Store } from './store.ts';

type Dispute = Stripe.Dispute;

/** In seconds: how long a dispute can be answered. */
const ANSWERABLE = 9 * 24 * 60 * 60;
/** In cents: the fee for a dispute, whoever wins it. */
const FEE = 1500;

/** Creates the dispute of a captured charge, as Stripe's test cards for disputes do at once. */
export async function openDispute(store: Store, charge: Stripe.Charge, kind: CardDispute): Promise<Dispute> {
  const inquiry = kind === 'inquiry';
  const id = newObjectId('dispute');
  const dispute = {
    id,
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: inquiry ? [] : [balanceOf(store, id, -charge.amount_captured, FEE)],
    charge: charge.id,
    created: store.seconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { uncategorized_text: null } as Dispute['evidence'],
    evidence_details: {
      due_by: store.seconds + ANSWERABLE,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: inquiry ? 'general' : kind,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  } as Dispute;
  charge.disputed = true;
  await store.put('charge', charge);
  await store.add('dispute', dispute);
  await recordEvent(store, 'charge.dispute.created', dispute);
  if (!inquiry) await recordEvent(store, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

function balanceOf(store: Store, source: string, amount: number, fee: number): Stripe.BalanceTransaction {
  return {
    id: `txn_${randomToken(24)}`,
    object: 'balance_transaction',
    amount,
    created: store.seconds,
    currency: 'usd',
    fee,
    net: amount - fee,
    source,
    status: 'available',
    type: 'adjustment',
  } as Stripe.BalanceTransaction;
}

/** Evidence decides the dispute at once, by the words that Stripe documents for test mode. */
const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

export async function answerDispute(
  store: Store,
  id: string,
  { evidence, metadata, submit = true }: Stripe.DisputeUpdateParams,
): Promise<Dispute> {
  const dispute = await getOpen(store, id);
  if (metadata) dispute.metadata = mergeMetadata(dispute.metadata, metadata);
  const text = evidence?.uncategorized_text;
  if (text) {
    dispute.evidence.uncategorized_text = text;
    dispute.evidence_details.has_evidence = true;
  }
  const verdict = submit && text ? verdicts[text] : undefined;
  if (verdict) return endDispute(store, dispute, verdict);
  if (submit && text) dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
  await store.put('dispute', dispute);
  await recordEvent(store, 'charge.dispute.updated', dispute);
  return dispute;
}

/** Accepts the dispute: the cardholder keeps the money. */
export async function closeDispute(store: Store, id: string): Promise<Dispute> {
  return endDispute(store, await getOpen(store, id), 'lost');
}

async function endDispute(store: Store, dispute: Dispute, verdict: 'won' | 'lost'): Promise<Dispute> {
  dispute.evidence_details.submission_count += 1;
  const inquiry = isInquiry(dispute);
  dispute.status = inquiry ? 'warning_closed' : verdict;
  const returned = !inquiry && verdict === 'won';
  if (returned) dispute.balance_transactions.push(balanceOf(store, dispute.id, dispute.amount, 0));
  await store.put('dispute', dispute);
  await recordEvent(store, 'charge.dispute.closed', dispute);
  if (returned) await recordEvent(store, 'charge.dispute.funds_reinstated', dispute);
  return dispute;
}

const isInquiry = ({ status }: Dispute) => status.startsWith('warning_');

async function getOpen(store: Store, id: string): Promise<Dispute> {
  const dispute = await store.get('dispute', id);
  if (['won', 'lost', 'warning_closed'].includes(dispute.status))
    throw invalidRequest(undefined, 'This dispute is already closed');
  return dispute;
}
