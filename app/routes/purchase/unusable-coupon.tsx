import { formatMoney } from '#modules/platform/browser.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Banner, Form, LinkButton, SubmitButton } from '../../components/index.ts';
import { completeIntents } from './complete-intents.ts';

interface UnusableCouponProps {
  coupon: { description: string; company_name: string; ended: boolean };
}

/** Names a coupon of the person's that cannot be used now, before anything is paid (D32). */
export function UnusableCoupon({ coupon: { description, company_name, ended } }: UnusableCouponProps) {
  return (
    <Banner tone="warn">
      <b>
        The coupon from {company_name} ({description})
      </b>{' '}
      {purchasingTexts[ended ? 'coupon.ended' : 'coupon.unusable']}
    </Banner>
  );
}

/** In place of the payment while such a coupon is applied: the person pays the whole price, or comes back later. */
export function WithoutCoupon({ price, ended, result }: { price: number; ended: boolean; result: unknown }) {
  return (
    <Form
      id="without-coupon"
      intent={completeIntents.removeCoupon}
      result={result}
      className="stack stack-24"
    >
      <p>
        Without the coupon you pay {formatMoney(price)}.{' '}
        {ended ? null : 'If you’d rather wait, come back later. Nothing is charged until you pay.'}
      </p>
      <div className="actions">
        <SubmitButton size="large" intent={completeIntents.removeCoupon} pending="One moment">
          Continue without the coupon
        </SubmitButton>
        <LinkButton kind="quiet" size="large" to="/user">
          Not now
        </LinkButton>
      </div>
    </Form>
  );
}
