import { Link } from '@remix-run/react';
import { Card } from '../../components/index.ts';

/** The first steps after registration. Closing it loads the page without it (D84). */
export function GettingStarted({ toured }: { toured: boolean }) {
  return (
    <Card
      title="Welcome! Here’s what to do first"
      aside={
        <Link className="small" to="/user">
          Dismiss
        </Link>
      }
    >
      <ol className="numbered stack stack-8">
        <li>
          <Link to="/user/profile">Complete your profile</Link> to pre-fill your application.
        </li>
        <li>
          <Link to="/user/purchase">Buy your background check</Link>. You see the result first and decide who
          can see it.
        </li>
        <li>Respond to invitations. Companies you accept see your score until you stop sharing.</li>
        {toured ? null : (
          <li>
            <Link to="/user?starttour=1">Take a tour</Link> of your pages.
          </li>
        )}
      </ol>
    </Card>
  );
}
