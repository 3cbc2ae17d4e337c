import { Link } from '@remix-run/react';
import { SoloCard } from './page.tsx';

/** For a link of a mail that was used, has ended or never was one. @param lead what the person can do instead */
export function DeadLink({ lead }: { lead: string }) {
  return (
    <SoloCard title="This link doesn’t work" lead={lead}>
      <p className="small">
        <Link to="/login">Back to Login</Link>
      </p>
    </SoloCard>
  );
}
