import { Link } from '@remix-run/react';
import { SoloCard } from './page.tsx';

/**
 * The page for a link from a mail that was already used, has expired or never existed.
 * @param lead what the person can do instead
 */
export function DeadLink({ lead }: { lead: string }) {
  return (
    <SoloCard title="This link doesn’t work" lead={lead}>
      <p className="small">
        <Link to="/login">Back to Login</Link>
      </p>
    </SoloCard>
  );
}
