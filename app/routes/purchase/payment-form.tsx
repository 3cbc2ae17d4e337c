import { formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { payFields } from '#modules/purchasing/fields.ts';
import { checkedBy, Form, LinkButton, SubmitButton } from '../../components/index.ts';
import { CardEntry } from './card-entry.tsx';
import { completeIntents } from './complete-intents.ts';
import { askForHandover } from './handover.ts';
import { TermsBox } from './terms-box.tsx';
import { useCardEntry } from './use-card-entry.ts';

const payment = bind(payFields);

const checkHere = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.payHereForm));
const checkThere = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.payForm));

interface PaymentFormProps {
  purchaseid: string;
  /** Cents. */
  amount: number;
  scriptUrl: string;
  publishableKey: string;
  /** Where the provider redirects after payment. */
  returnUrl: string;
  /** The bank's message about an earlier attempt. */
  problem: string | null;
  result: unknown;
}

/** Asks the server for the payment's client secret. If there is none, the browser goes to another page. */
async function openPayment(form: FormData) {
  const asked = new FormData();
  for (const name of ['purchaseid', 'shown_amount', 'accept_terms'])
    asked.set(name, String(form.get(name) ?? ''));
  const opened = await askForHandover('/user/purchase/cardpayment', asked);
  if (opened === null || typeof opened === 'string') return opened;
  if (opened.client_secret) return { client_secret: opened.client_secret };
  window.location.assign(opened.url ?? `/user/purchase/purchasereceipt?purchaseid=${form.get('purchaseid')}`);
  return null;
}

/**
 * The form with terms, card and the Pay button. With script, the provider's card form is in the page, and Pay does not
 * leave the page. Without script, or if the card form does not load, the same form is submitted and redirects to the
 * provider's page.
 */
export function PaymentForm({ purchaseid, result, ...settings }: PaymentFormProps) {
  const card = useCardEntry({ form: 'pay', open: openPayment, check: checkHere, ...settings });
  return (
    <Form
      id="pay"
      intent={completeIntents.pay}
      result={card.refused ?? result}
      className="stack stack-24"
      check={card.state === 'here' ? checkHere : checkThere}
      {...card.handlers}
    >
      <input type="hidden" name={payment.purchaseid.name} value={purchaseid} />
      <input type="hidden" name={payment.shown_amount.name} value={settings.amount} />
      <CardEntry
        entry={card.entry}
        elsewhere="You enter your card on Stripe’s own page and come back here."
      />
      <TermsBox />
      <div className="actions">
        <SubmitButton size="large" intent={completeIntents.pay} pending="One moment" busy={card.busy}>
          Pay {formatMoney(settings.amount)}
        </SubmitButton>
        <LinkButton kind="quiet" size="large" to="/user/purchase/selectpackage" reloadDocument>
          Back
        </LinkButton>
      </div>
    </Form>
  );
}
