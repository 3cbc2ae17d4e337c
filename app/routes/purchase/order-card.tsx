import { formatMoney } from '#modules/platform/browser.ts';
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
  coupon: { description: string; discount: number } | null;
  /** A coupon that the person could apply. */
  offeredCode: string | null;
  purchase: { package_descrip: string; renewal: boolean; amount: number };
  bought: { provider: string; renewalfrequencyinyears: number };
  /** The answer of the page's action. */
  result: unknown;
}

export function OrderCard({ price, coupon, offeredCode, purchase, bought, result }: OrderCardProps) {
  const { package_descrip, renewal, amount } = purchase;
  const years = bought.renewalfrequencyinyears;
  return (
    <aside aria-label="Order">
      <Card title={renewal ? `${package_descrip}, renewal` : package_descrip}>
        <p className="small muted">
          {bought.provider}, valid for {years === 1 ? '1 year' : `${years} years`}
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
        {coupon ? (
          <Form id="remove-coupon" intent={completeIntents.removeCoupon} result={result}>
            <SubmitButton
              kind="default"
              size="small"
              intent={completeIntents.removeCoupon}
              pending="Removing"
            >
              Remove coupon
            </SubmitButton>
          </Form>
        ) : (
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
        )}
      </Card>
    </aside>
  );
}
