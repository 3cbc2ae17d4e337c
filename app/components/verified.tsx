import { formatDate } from '#modules/platform/browser.ts';
import { Badge } from './grade.tsx';

export interface Verification {
  /** Whether the ID verification was approved and has not expired (D121). */
  verified: boolean;
  /** When it was approved, even if it has expired since. */
  at: string | Date | null;
}

/** Such as `Verified by ID, 11/27/2026`. */
export function verifiedWords({ verified, at }: Verification, timeZone: string): string {
  if (verified) return at ? `Verified by ID, ${formatDate(at, timeZone)}` : 'Verified by ID';
  return at ? 'ID verification expired' : 'ID not verified yet';
}

/** The same as a mark; gray if the ID is not verified at the moment. */
export function VerifiedMark({ timeZone, ...verification }: Verification & { timeZone: string }) {
  const words = verifiedWords(verification, timeZone);
  if (!verification.verified) return <span className="faint">{words}</span>;
  return (
    <Badge tone="ok" icon="shield-check">
      {words}
    </Badge>
  );
}
