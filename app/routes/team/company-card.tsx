import { teamOwnerFields } from '#modules/enterprise/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox } from '../../components/index.ts';

const fields = bind(teamOwnerFields);

interface CompanyCardProps {
  /** The company's saved card. */
  card: { cardtype: string; last4: string } | null;
  /** The name of the next owner. */
  next: string;
}

/** Who pays after a company got another owner, and whether its card is removed with the switch (D143). */
export function CompanyCard({ card, next }: CompanyCardProps) {
  if (!card) {
    return (
      <p className="muted">
        The company has no saved card. Any card that {next} adds will pay for the company’s coupons.
      </p>
    );
  }
  return (
    <>
      <p className="muted">
        {card.cardtype} ending in {card.last4} belongs to the company. Unless you remove it, it stays and
        keeps paying for the company’s coupons, and only {next} can then replace or remove it.
      </p>
      <Checkbox
        field={fields.remove_card}
        note={`Coupons can’t be redeemed until ${next} adds another card.`}
      />
    </>
  );
}
