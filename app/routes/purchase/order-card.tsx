import { formatMoney } from '#modules/platform/browser.ts';
import { Card } from '../../components/index.ts';

interface OrderCardProps {
  purchase: { package_descrip: string; renewal: boolean; amount: number };
  bought: { provider: string; renewalfrequencyinyears: number };
}

/** The order and its total. */
export function OrderCard({ purchase, bought }: OrderCardProps) {
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
          <dd>{formatMoney(amount)}</dd>
          <dt className="sum">Subtotal</dt>
          <dd className="sum">{formatMoney(amount)}</dd>
        </dl>
      </Card>
    </aside>
  );
}
