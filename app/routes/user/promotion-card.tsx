import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Banner, LinkButton } from '../../components/index.ts';

interface PromotionCardProps {
  promotion: {
    text: string;
    /** Whether to show how many contractors use the portal. */
    claim: boolean;
  };
}

/** Leads a person without a check to the first one (doc2 §2.1). */
export function PromotionCard({ promotion: { text, claim } }: PromotionCardProps) {
  return (
    <Banner
      icon="shield"
      title={purchasingTexts['promotion.title']}
      action={
        <LinkButton kind="primary" to="/user/purchase">
          Purchase Background Check
        </LinkButton>
      }
    >
      {claim ? 'Join nearly 100,000 contractors. ' : null}
      {text}
    </Banner>
  );
}
