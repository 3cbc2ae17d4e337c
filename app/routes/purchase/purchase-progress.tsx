import { progress } from '#modules/purchasing/statuses.ts';
import { ProgressLine } from '../../components/index.ts';

const steps = {
  purchasealerts: { label: 'Start Purchase', step: 1 },
  selectpackage: { label: 'Select Background Check', step: 2 },
  helpmechoose: { label: 'Help Me Choose', step: 2 },
  completepurchase: { label: 'Complete Purchase', step: 3 },
  purchasereceipt: { label: 'Receipt', step: 4 },
} as const;

/** The progress bar of the purchase (doc2 §2.6). */
export function PurchaseProgress({ step }: { step: keyof typeof steps }) {
  const { label, step: number } = steps[step];
  const value = progress[step];
  return <ProgressLine label={label} note={`Step ${number} of 4, ${value}%`} value={value} />;
}
