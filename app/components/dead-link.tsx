import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useSignedIn } from './form/shown-for.tsx';
import { SoloCard } from './page.tsx';

interface DeadLinkProps {
  /** What the link was, if that is known. */
  title?: string;
  /** What became of it, and what the person can do instead. */
  lead: ReactNode;
  /** What the person can do instead, as links or buttons. */
  children?: ReactNode;
}

/** The page for a link that was already used, has expired, was withdrawn or never existed. */
export function DeadLink({ title = 'This link doesn’t work', lead, children }: DeadLinkProps) {
  const signedIn = useSignedIn();
  return (
    <SoloCard title={title} lead={lead}>
      {children}
      <p className="small">
        <Link to={signedIn ? '/user' : '/login'}>{signedIn ? 'Go to your home page' : 'Back to Login'}</Link>
      </p>
    </SoloCard>
  );
}
