import type { OutputOf } from '#modules/platform/index.ts';
import type { getPaymentMethod } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Banner, Card, Facts, LinkButton } from '../../components/index.ts';

interface PaymentMethodCardProps {
  card: OutputOf<typeof getPaymentMethod>['paymentmethod'];
  /** The reason why the caller may not see it. */
  denied: string | null;
  /** Whether the company pays with coupons. */
  needed: boolean;
}

/** The card that pays for a company's coupons (doc2 §2.13). */
export function PaymentMethodCard({ card, denied, needed }: PaymentMethodCardProps) {
  if (denied) {
    return (
      <Card title="Payment Method">
        <p className="muted">{denied}</p>
      </Card>
    );
  }
  return (
    <Card title="Payment Method" note="Charged when someone redeems a coupon that your team issued.">
      {card?.refused ? <Banner tone="bad">{purchasingTexts['coupon.card-refused']}</Banner> : null}
      {card?.expired ? <Banner tone="bad">{purchasingTexts['coupon.card-expired']}</Banner> : null}
      {needed && !card ? <Banner tone="warn">{purchasingTexts['coupon.card-missing']}</Banner> : null}
      {card ? (
        <Facts
          facts={[
            ['Card', `${card.cardtype} ending in ${card.last4}`],
            ['Expires', card.formattedexpirationdate],
          ]}
        />
      ) : (
        <p className="muted">No card yet.</p>
      )}
      <div className="actions">
        <LinkButton to="/user/profile/accounting/card" reloadDocument>
          {card ? 'Update card' : 'Add a card'}
        </LinkButton>
        {card ? (
          <LinkButton kind="quiet" to="/user/profile/accounting/removecard">
            Remove
          </LinkButton>
        ) : null}
      </div>
    </Card>
  );
}
