import type { FormEvent } from 'react';
import { formatCount, formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { couponFields } from '#modules/purchasing/fields.ts';
import { Card, checkedBy, Form, SubmitButton, TextInput } from '../../components/index.ts';
import { completeIntents } from './complete-intents.ts';

const fields = bind(couponFields);
const check = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.couponForm));

interface OrderCardProps {
  /** Cents. */
  price: number;
  /** The coupon that was applied, and how many cents it takes off. */
  coupon: { description: string; company_name: string; discount: number; company_amount: number } | null;
  /** A coupon that the person could apply. */
  offeredCode: string | null;
  /** Whether a coupon can be applied or removed here. */
  takesCoupon: boolean;
  purchase: { package_descrip: string; renewal: boolean; amount: number };
  bought: { provider: string; renewalfrequencyinyears: number };
  /** The answer of the page's action. */
  result: unknown;
  /** Called when the answer to a coupon code no longer matters, because the code was deleted. */
  dismiss: () => void;
}

/** Such as `Acme Builders pays $25. You pay $54.` */
export function whoPays(coupon: { company_name: string; company_amount: number }, amount: number): string {
  const { company_name, company_amount } = coupon;
  const company = company_amount > 0 ? `${company_name} pays ${formatMoney(company_amount)}. ` : '';
  return `${company}You pay ${amount > 0 ? formatMoney(amount) : 'nothing'}.`;
}

export function OrderCard({ price, coupon, offeredCode, takesCoupon, ...rest }: OrderCardProps) {
  const { purchase, bought, result, dismiss } = rest;
  const { package_descrip, renewal, amount } = purchase;
  const years = bought.renewalfrequencyinyears;
  return (
    <aside aria-label="Order">
      <Card title={renewal ? `${package_descrip}, renewal` : package_descrip}>
        <p className="small muted">
          {bought.provider}, valid for {formatCount(years, 'year')}
        </p>
        <dl className="total small">
          <dt>Price</dt>
          <dd>{formatMoney(price)}</dd>
          {coupon ? (
            <>
              <dt>Coupon: {coupon.description}</dt>
              <dd>−{formatMoney(coupon.discount)}</dd>
            </>
          ) : null}
          <dt className="sum">Subtotal</dt>
          <dd className="sum">{formatMoney(amount)}</dd>
        </dl>
        {coupon ? <p className="small">{whoPays(coupon, amount)}</p> : null}
        {takesCoupon ? (
          <CouponForm coupon={coupon} offeredCode={offeredCode} result={result} dismiss={dismiss} />
        ) : null}
      </Card>
    </aside>
  );
}

type CouponFormProps = Pick<OrderCardProps, 'coupon' | 'offeredCode' | 'result' | 'dismiss'>;

function CouponForm({ coupon, offeredCode, result, dismiss }: CouponFormProps) {
  if (coupon) {
    return (
      <Form id="remove-coupon" intent={completeIntents.removeCoupon} result={result}>
        <SubmitButton kind="default" size="small" intent={completeIntents.removeCoupon} pending="Removing">
          Remove coupon
        </SubmitButton>
      </Form>
    );
  }
  const emptied = ({ target }: FormEvent) => target instanceof HTMLInputElement && target.value === '';
  return (
    <div onInput={(event) => (emptied(event) ? dismiss() : undefined)}>
      <Form
        id="coupon"
        intent={completeIntents.applyCoupon}
        result={result}
        check={check}
        defaults={{ coupon_code: offeredCode ?? '' }}
        summary={false}
      >
        <TextInput
          field={fields.coupon_code}
          autoCapitalize="characters"
          spellCheck={false}
          beside={
            <SubmitButton kind="default" intent={completeIntents.applyCoupon} pending="Applying">
              Apply
            </SubmitButton>
          }
        />
      </Form>
    </div>
  );
}
