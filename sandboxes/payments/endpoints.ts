import * as accepted from './accepted.ts';
import * as sessions from './accepted-sessions.ts';
import { createSession, expireSession, getSession, withoutItems } from './checkout-sessions.ts';
import { createCustomer, updateCustomer } from './customers.ts';
import { answerDispute, closeDispute } from './disputes.ts';
import type { Form } from './form.ts';
import {
  type Confirmed,
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  getIntent,
  updateIntent,
} from './payment-intents.ts';
import { attachMethod, detachMethod } from './payment-methods.ts';
import type { ProblemFields } from './problem.ts';
import { createRefund } from './refunds.ts';
import { cancelSetup, confirmSetup, createSetup, type SetUp } from './setup-intents.ts';
import type { Store } from './store.ts';

/** An answer that is stored. That of a declined payment is stored too. */
export interface Answer {
  status: number;
  body: object;
}

/** The addresses of the sandbox's own pages. */
export interface PageAddresses {
  checkout(sessionId: string): string;
  challenge(intentId: string): string;
}

export interface Endpoint {
  method: 'GET' | 'POST';
  /** `:id` stands for the id of an object. */
  path: string;
  run(store: Store, form: Form, id: string, pages: PageAddresses): Promise<Answer & { expand?: string[] }>;
}

/** Combines an endpoint's parameters with its handler. `expand` is handled here. */
function endpoint<P extends { expand?: string[] | undefined }>(
  route: `${'GET' | 'POST'} /v1/${string}`,
  read: (form: Form) => P,
  run: (
    store: Store,
    params: Omit<P, 'expand'>,
    id: string,
    pages: PageAddresses,
  ) => Promise<Answer | object>,
): Endpoint {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string];
  return {
    method,
    path,
    async run(store, form, id, pages) {
      const { expand, ...params } = read(form);
      const made = await run(store, params, id, pages);
      const answer = made instanceof Kept ? made : new Kept(200, made);
      return { status: answer.status, body: answer.body, ...(expand ? { expand } : {}) };
    },
  };
}

class Kept implements Answer {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    this.status = status;
    this.body = body;
  }
}

/** Status 402 with the error object, as for every declined payment. */
function outcome({ intent, refused }: Confirmed | SetUp): Kept {
  return refused ? new Kept(402, { error: refused satisfies ProblemFields }) : new Kept(200, intent);
}

const intents = [
  endpoint('POST /v1/payment_intents', accepted.intentCreate, async (store, params, _id, pages) => {
    const { confirm, return_url, use_stripe_sdk, off_session, ...rest } = params;
    const intent = await createIntent(store, rest);
    if (!confirm) return intent;
    const options = { return_url, use_stripe_sdk, off_session };
    return outcome(await confirmIntent(store, intent.id, options, (made) => pages.challenge(made.id)));
  }),
  endpoint('GET /v1/payment_intents', accepted.intentList, (store, { customer, ...page }) =>
    store.list('payment_intent', '/v1/payment_intents', page, { customer }),
  ),
  endpoint('GET /v1/payment_intents/:id', accepted.intentRetrieve, (store, _params, id) =>
    getIntent(store, id),
  ),
  endpoint('POST /v1/payment_intents/:id', accepted.intentUpdate, (store, params, id) =>
    updateIntent(store, id, params),
  ),
  endpoint('POST /v1/payment_intents/:id/confirm', accepted.intentConfirm, async (store, params, id, pages) =>
    outcome(await confirmIntent(store, id, params, (intent) => pages.challenge(intent.id))),
  ),
  endpoint('POST /v1/payment_intents/:id/capture', accepted.intentCapture, (store, params, id) =>
    captureIntent(store, id, params),
  ),
  endpoint('POST /v1/payment_intents/:id/cancel', accepted.intentCancel, (store, params, id) =>
    cancelIntent(store, id, params),
  ),
];

const setups = [
  endpoint('POST /v1/setup_intents', accepted.setupCreate, async (store, params, _id, pages) => {
    const { confirm, return_url, use_stripe_sdk: _sdk, ...rest } = params;
    const intent = await createSetup(store, rest);
    if (!confirm) return intent;
    const options = return_url ? { return_url } : {};
    return outcome(await confirmSetup(store, intent.id, options, (made) => pages.challenge(made.id)));
  }),
  endpoint('GET /v1/setup_intents/:id', accepted.plainRetrieve, (store, _params, id) =>
    store.get('setup_intent', id, 'intent'),
  ),
  endpoint('POST /v1/setup_intents/:id/confirm', accepted.setupConfirm, async (store, params, id, pages) =>
    outcome(await confirmSetup(store, id, params, (intent) => pages.challenge(intent.id))),
  ),
  endpoint('POST /v1/setup_intents/:id/cancel', accepted.setupCancel, (store, params, id) =>
    cancelSetup(store, id, params),
  ),
];

const checkouts = [
  endpoint('POST /v1/checkout/sessions', sessions.sessionCreate, async (store, params, _id, pages) =>
    withoutItems(await createSession(store, params, pages.checkout)),
  ),
  endpoint('GET /v1/checkout/sessions', sessions.sessionList, async (store, params) => {
    const { customer, payment_intent, status, ...page } = params;
    const filter = { customer, payment_intent, status };
    const found = await store.list('checkout.session', '/v1/checkout/sessions', page, filter);
    return { ...found, data: found.data.map(withoutItems) };
  }),
  endpoint('GET /v1/checkout/sessions/:id', sessions.sessionRetrieve, (store, _params, id) =>
    getSession(store, id),
  ),
  endpoint('POST /v1/checkout/sessions/:id/expire', sessions.sessionRetrieve, (store, _params, id) =>
    expireSession(store, id),
  ),
];

const people = [
  endpoint('POST /v1/customers', accepted.customerCreate, createCustomer),
  endpoint('GET /v1/customers', accepted.customerList, (store, { email, ...page }) =>
    store.list('customer', '/v1/customers', page, { email }),
  ),
  endpoint('GET /v1/customers/:id', accepted.plainRetrieve, (store, _params, id) =>
    store.get('customer', id),
  ),
  endpoint('POST /v1/customers/:id', accepted.customerUpdate, (store, params, id) =>
    updateCustomer(store, id, params),
  ),
  endpoint('GET /v1/customers/:id/payment_methods', accepted.methodList, async (store, params, id) => {
    await store.get('customer', id);
    const { type, ...page } = params;
    return store.list('payment_method', `/v1/customers/${id}/payment_methods`, page, { customer: id, type });
  }),
  endpoint('GET /v1/payment_methods/:id', accepted.plainRetrieve, (store, _params, id) =>
    store.get('payment_method', id, 'payment_method'),
  ),
  endpoint('POST /v1/payment_methods/:id/attach', accepted.methodAttach, (store, params, id) =>
    attachMethod(store, id, params.customer ?? ''),
  ),
  endpoint('POST /v1/payment_methods/:id/detach', accepted.plainRetrieve, (store, _params, id) =>
    detachMethod(store, id),
  ),
];

/** The account that every key of the sandbox belongs to. */
const account = {
  id: 'acct_sandbox',
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  payouts_enabled: true,
};

const money = [
  endpoint('GET /v1/account', accepted.accountRetrieve, async () => account),
  endpoint('GET /v1/charges', accepted.chargeList, (store, { customer, payment_intent, ...page }) =>
    store.list('charge', '/v1/charges', page, { customer, payment_intent }),
  ),
  endpoint('GET /v1/charges/:id', accepted.plainRetrieve, (store, _params, id) => store.get('charge', id)),
  endpoint('POST /v1/refunds', accepted.refundCreate, createRefund),
  endpoint('GET /v1/refunds', accepted.refundList, (store, { charge, payment_intent, ...page }) =>
    store.list('refund', '/v1/refunds', page, { charge, payment_intent }),
  ),
  endpoint('GET /v1/refunds/:id', accepted.plainRetrieve, (store, _params, id) => store.get('refund', id)),
  endpoint('GET /v1/disputes', accepted.disputeList, (store, { charge, payment_intent, ...page }) =>
    store.list('dispute', '/v1/disputes', page, { charge, payment_intent }),
  ),
  endpoint('GET /v1/disputes/:id', accepted.plainRetrieve, (store, _params, id) => store.get('dispute', id)),
  endpoint('POST /v1/disputes/:id', accepted.disputeUpdate, (store, params, id) =>
    answerDispute(store, id, params),
  ),
  endpoint('POST /v1/disputes/:id/close', accepted.plainRetrieve, (store, _params, id) =>
    closeDispute(store, id),
  ),
  endpoint('GET /v1/events', accepted.eventList, (store, { type, types, ...page }) =>
    store.list('event', '/v1/events', page, { type: type ?? types }),
  ),
  endpoint('GET /v1/events/:id', accepted.plainRetrieve, (store, _params, id) => store.get('event', id)),
];

const endpoints: readonly Endpoint[] = [...intents, ...setups, ...checkouts, ...people, ...money];

/** The endpoint for a request, with the id in its path; undefined if the sandbox does not have it. */
export function findEndpoint(method: string, path: string): { endpoint: Endpoint; id: string } | undefined {
  const parts = path.split('/');
  for (const candidate of endpoints) {
    const wanted = candidate.path.split('/');
    if (candidate.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part === ':id' || part === parts[index])) continue;
    return { endpoint: candidate, id: parts[wanted.indexOf(':id')] ?? '' };
  }
  return undefined;
}
