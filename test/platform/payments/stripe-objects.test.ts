import { expect, test } from 'vitest';
import {
  readDispute,
  readSession,
  readSetup,
  readSetupSession,
} from '#modules/platform/payments/stripe-objects.ts';

/** A dispute with what was taken for it and given back, in cents. */
const dispute = (status: string, due: number | null, moved: number[]) =>
  readDispute({
    id: 'dp_1',
    status,
    amount: 7900,
    currency: 'usd',
    reason: 'fraudulent',
    balance_transactions: moved.map((amount) => ({ amount })),
    evidence_details: { due_by: due },
  } as never);

test.each([
  ['warning_needs_response', 'inquiry', true],
  ['warning_under_review', 'inquiry', false],
  ['warning_closed', 'closed', false],
  ['prevented', 'closed', false],
  ['needs_response', 'open', true],
  ['under_review', 'open', false],
  ['won', 'won', false],
  ['lost', 'lost', false],
  ['a_state_to_come', 'open', false],
])('a dispute that is %s at Stripe is %s; that it waits for an answer is %s', (status, state, waits) => {
  expect(dispute(status, 1_700_000_000, [-7900, -1500, 7900])).toEqual({
    id: 'dp_1',
    state,
    amount: 7900,
    currency: 'usd',
    reason: 'fraudulent',
    respondBy: waits ? new Date(1_700_000_000_000) : null,
    withdrawn: 9400,
    returned: 7900,
  });
  expect(dispute(status, null, [])).toMatchObject({ respondBy: null, withdrawn: 0, returned: 0 });
});

const session = {
  object: 'checkout.session',
  id: 'cs_1',
  created: 1_700_000_000,
  customer: null,
  status: 'complete',
  payment_status: 'unpaid',
  payment_intent: null,
  amount_total: null,
  currency: null,
};

test('a page of Stripe without an amount is one of nothing, in no currency', () => {
  expect(readSession(session as never)).toMatchObject({ amount: 0, currency: '', handover: null });
});

test('a page on which a card is saved was made when Stripe says, and hands nothing out once it is over', () => {
  const made = { createdAt: new Date(1_700_000_000_000), customerId: null, card: null, handover: null };
  const url = 'https://pay.example.com/1';
  expect(readSetupSession({ ...session, url } as never)).toMatchObject({ ...made, state: 'open' });
  const refused = {
    ...session,
    url,
    setup_intent: { status: 'canceled', last_setup_error: { message: 'No.' } },
  };
  expect(readSetupSession(refused as never)).toMatchObject({ ...made, state: 'open', declined: 'No.' });
});

test.each([null, 'pm_1', { id: 'pm_1' }])('a way to pay that is named as %j is no card', (payment_method) => {
  const setup = { id: 'seti_1', status: 'succeeded', created: 1, customer: 'cus_1', payment_method };
  expect(readSetup(setup as never)).toMatchObject({ state: 'done', customerId: 'cus_1', card: null });
});
