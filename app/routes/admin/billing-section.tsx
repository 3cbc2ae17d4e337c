import { useState } from 'react';
import type { getCompanyBilling } from '#modules/admin/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { type CodeType, codeTypes, couponTypeFields } from '#modules/purchasing/fields.ts';
import { purchasingLimits } from '#modules/purchasing/limits.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import {
  Badge,
  Banner,
  Card,
  ChoiceGroup,
  checkedBy,
  Facts,
  Form,
  List,
  ListRow,
  RadioChoice,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { companyIntents } from './branding-intents.ts';
import { FeatureRow, savedAtOnce } from './company-feature.tsx';
import { LastChange } from './last-change.tsx';

const fields = bind(couponTypeFields);
const check = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.couponTypeForm));

const typeLabels: Record<CodeType, string> = {
  full: purchasingTexts['coupon.full'],
  percent: 'Percent off',
  flat: 'Dollars off',
};

interface BillingSectionProps {
  billing: OutputOf<typeof getCompanyBilling>;
  /** The answer of the page's action. */
  result: unknown;
}

/** Whether a company pays with coupons, and its card (doc3 §3). */
export function BillingSection({ billing, result }: BillingSectionProps) {
  const { enable_payments: on, paymentmethod } = billing;
  return (
    <Card id="billing" className="sec" title="Billing & Payments" note={savedAtOnce} padded={false}>
      <div className="card-body stack">
        <Facts
          facts={[
            [
              'Payment method',
              paymentmethod
                ? `${paymentmethod.cardtype} ending in ${paymentmethod.last4}, expires ${paymentmethod.formattedexpirationdate}`
                : 'No card saved',
            ],
          ]}
        />
        {on && (!paymentmethod || paymentmethod.refused || paymentmethod.expired) ? (
          <Banner tone="warn">{purchasingTexts['coupon.card-needed']}</Banner>
        ) : null}
      </div>
      <List label="Billing & Payments">
        <FeatureRow
          feature="enable_payments"
          on={on}
          note={
            on
              ? 'The team can send coupons with invitations. The company’s card is charged when one is redeemed.'
              : 'The team can’t send coupons, and coupons already sent can’t be redeemed.'
          }
          result={result}
        />
      </List>
    </Card>
  );
}

/** The coupons that a company’s team may issue, with their use (doc3 §3, §5). */
export function CouponsSection({ billing: { code_types, use }, result }: BillingSectionProps) {
  return (
    <Card id="coupons" className="sec" title="Coupons" note={savedAtOnce} padded={false}>
      {code_types.length > 0 ? (
        <CouponTypes types={code_types} use={use} result={result} />
      ) : (
        <p className="card-body muted">No coupons yet.</p>
      )}
      <div className="card-body">
        <NewCouponType result={result} />
      </div>
    </Card>
  );
}

/** '12 issued, 8 redeemed, 1 lapsed' */
function wordsOfUse({ issued, redeemed, lapsed }: BillingSectionProps['billing']['use'][number]): string {
  const figures = [
    `${redeemed.toLocaleString('en-US')} redeemed`,
    `${lapsed.toLocaleString('en-US')} expired`,
  ];
  return issued === 0 ? 'None issued' : `${issued.toLocaleString('en-US')} issued, ${figures.join(', ')}`;
}

interface CouponTypesProps {
  types: BillingSectionProps['billing']['code_types'];
  use: BillingSectionProps['billing']['use'];
  result: unknown;
}

function CouponTypes({ types, use, result }: CouponTypesProps) {
  const { timeZone } = useRoot();
  return (
    <List label="Coupons">
      {types.map(({ id, description, active, made_at }) => {
        const verb = active ? 'Deactivate' : 'Activate';
        const used = use.find((each) => each.id === id);
        return (
          <ListRow
            key={id}
            title={description}
            note={
              <>
                Created {formatDate(made_at, timeZone)}. {used ? wordsOfUse(used) : null}{' '}
                <LastChange of={`coupon.${description}`} />
              </>
            }
          >
            <Badge tone={active ? 'ok' : undefined}>{active ? 'Active' : 'Inactive'}</Badge>
            <Form id={`coupon-${id}`} intent={companyIntents.coupon} result={result}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="active" value={active ? 'NO' : 'YES'} />
              <SubmitButton
                kind="default"
                size="small"
                intent={companyIntents.coupon}
                aria-label={`${verb} ${description}`}
              >
                {verb}
              </SubmitButton>
            </Form>
          </ListRow>
        );
      })}
    </List>
  );
}

const [leastPercent, mostPercent] = purchasingLimits['coupon.percent'];
const [leastDollars, mostDollars] = purchasingLimits['coupon.flat-dollars'];

/** A full coupon has no amount: with script its field is then disabled (doc3 §5). */
function NewCouponType({ result }: { result: unknown }) {
  const [type, setType] = useState<CodeType | null>(null);
  return (
    <Form id="new-coupon" intent={companyIntents.newCoupon} result={result} check={check} label="New coupon">
      <ChoiceGroup field={fields.new_code_type} label="New coupon">
        <div className="row">
          {codeTypes.map((each) => (
            <RadioChoice
              key={each}
              field={fields.new_code_type}
              value={each}
              label={typeLabels[each]}
              onChange={() => setType(each)}
            />
          ))}
        </div>
      </ChoiceGroup>
      <TextInput
        field={fields.new_code_amount}
        hint={`Percent from ${leastPercent} to ${mostPercent}, or dollars from ${leastDollars} to ${mostDollars}`}
        optional={false}
        disabled={type === 'full'}
      />
      <div className="actions">
        <SubmitButton kind="default" intent={companyIntents.newCoupon} pending="Creating">
          Create coupon
        </SubmitButton>
      </div>
    </Form>
  );
}
