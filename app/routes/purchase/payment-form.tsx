import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { payHereFields } from '#modules/purchasing/fields.ts';
import {
  Checkbox,
  checkedBy,
  Form,
  type FormErrors,
  type FormResult,
  Icon,
  LinkButton,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { formName } from '../../intents.ts';
import { type CardFormSettings, type Failure, useCardForm } from './use-card-form.ts';

const payment = bind(payHereFields);

const checkHere = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.payHereForm));
const checkThere = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.payForm));

interface PaymentFormProps extends CardFormSettings {
  purchaseid: string;
  /** Where the provider redirects after payment. */
  returnUrl: string;
  /** The bank's message about an earlier attempt. */
  problem: string | null;
  result: unknown;
}

/** The card form's name in the summary of errors. */
const cardName = 'card';

/** What could not be paid, as the form shows a refused answer: in its summary, which takes focus. */
function refusal(error: FormErrors): FormResult {
  return { status: 'error', error, initialValue: { [formName]: 'pay' } };
}

/**
 * Terms, card and Pay. With script the provider's card form is in the page and Pay does not leave it. Without script, or
 * if the card form does not load, the same form is submitted and redirects to the provider's page.
 */
export function PaymentForm({ purchaseid, returnUrl, result, ...settings }: PaymentFormProps) {
  const container = useRef<HTMLDivElement>(null);
  const card = useCardForm(container, settings);
  const cardId = useId();
  const [refused, setRefused] = useState<FormResult | null>(() =>
    settings.problem ? refusal({ '': [settings.problem] }) : null,
  );
  const [busy, setBusy] = useState(false);
  const here = card.state === 'here';
  const price = formatMoney(settings.amount);
  // Loaded before Pay is pressed, because the messages for missing fields are needed at once.
  useEffect(() => {
    if (here) void checkHere();
  }, [here]);

  /** Mistakes in the card are told together with those of the fields. */
  function show(failure: Failure | null, errors: FormErrors = {}): void {
    const card = failure ? { [failure.inCard ? cardName : '']: [failure.words] } : {};
    const all = { ...errors, ...card };
    if (Object.keys(all).length > 0) setRefused(refusal(all));
  }

  async function pay(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (!here) return;
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    // Pay may be pressed before the form itself has loaded its check. Without it the provider still refuses.
    const check = await checkHere().catch(() => null);
    const errors = check?.(form) ?? {};
    const mistaken = Object.keys(errors).length > 0;
    show(mistaken ? await card.check() : await card.pay(form, returnUrl), errors);
    setBusy(false);
  }

  return (
    <Form
      id="pay"
      result={refused ?? result}
      className="stack stack-24"
      check={here ? checkHere : checkThere}
      onSubmit={pay}
      onRefused={here ? async (errors) => show(await card.check(), errors) : undefined}
      idOf={(name) => (name === cardName ? cardId : undefined)}
    >
      <input type="hidden" name={payment.purchaseid.name} value={purchaseid} />
      {card.state === 'elsewhere' ? null : (
        <section className="stack with-script" aria-labelledby="card-title" aria-busy={!here}>
          <h2 id="card-title">Card</h2>
          <TextInput field={payment.cardholder} />
          <div id={cardId} tabIndex={-1} className="card-form">
            {here ? null : (
              <p className="muted" role="status">
                Loading card form...
              </p>
            )}
            <div ref={container} />
          </div>
          <TextInput field={payment.billingzip} className="narrow" />
          <p className="hint hint-icon">
            <Icon name="lock" />
            <span>Stripe processes your card. Your card number never reaches us.</span>
          </p>
        </section>
      )}
      <p className={card.state === 'elsewhere' ? undefined : 'without-script'}>
        You enter your card on Stripe’s own page and come back here. Your card number never reaches us.
      </p>
      <Checkbox
        field={payment.accept_terms}
        label={
          <>
            I have read and agree to the{' '}
            <a href="/paymentterms" target="_blank" rel="noreferrer">
              Purchase Terms &amp; Conditions
            </a>
          </>
        }
      />
      <div className="actions">
        <SubmitButton size="large" pending="One moment" busy={here ? busy : undefined}>
          Pay {price}
        </SubmitButton>
        <LinkButton kind="quiet" size="large" to="/user/purchase/selectpackage" reloadDocument>
          Back
        </LinkButton>
      </div>
    </Form>
  );
}
