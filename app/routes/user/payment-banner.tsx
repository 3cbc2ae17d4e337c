import { Banner, LinkButton } from '../../components/index.ts';

interface PaymentBannerProps {
  applications: { payment: string; composite_status_code: string }[];
  /** The active score is not shared meanwhile. */
  held: boolean;
}

/** Shown while a bank reviews the payment for one of the person's checks (D113). */
export function PaymentBanner({ applications, held }: PaymentBannerProps) {
  const open = applications.some(({ payment }) => payment === 'held');
  if (!open && !held) return null;
  return (
    <Banner
      tone="warn"
      title="A bank is reviewing the payment for your check."
      action={<LinkButton to="/support">Contact support</LinkButton>}
    >
      {held
        ? 'Your score isn’t shared with anyone until the bank confirms the payment.'
        : 'You can activate the score of this check once the bank confirms the payment.'}
    </Banner>
  );
}
