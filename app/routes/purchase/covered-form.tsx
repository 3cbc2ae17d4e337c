import { bind } from '#modules/platform/fields/field.ts';
import { payFields } from '#modules/purchasing/fields.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { checkedBy, Form, LinkButton, SubmitButton } from '../../components/index.ts';
import { completeIntents } from './complete-intents.ts';
import { TermsBox } from './terms-box.tsx';

const payment = bind(payFields);
const check = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.payForm));

/** Shown instead of the card form if a coupon leaves nothing to pay (doc2 §4.7). */
export function CoveredForm({ purchaseid, result }: { purchaseid: string; result: unknown }) {
  return (
    <Form
      id="covered"
      intent={completeIntents.covered}
      result={result}
      className="stack stack-24"
      check={check}
    >
      <input type="hidden" name={payment.purchaseid.name} value={purchaseid} />
      <p>
        <b>{purchasingTexts['coupon.no-payment']}</b>
      </p>
      <TermsBox />
      <div className="actions">
        <SubmitButton size="large" intent={completeIntents.covered} pending="One moment">
          Complete purchase
        </SubmitButton>
        <LinkButton kind="quiet" size="large" to="/user/purchase/selectpackage" reloadDocument>
          Back
        </LinkButton>
      </div>
    </Form>
  );
}
