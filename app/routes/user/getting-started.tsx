import { Link } from '@remix-run/react';
import { Card } from '../../components/index.ts';

/** First steps after registration. Closing it reloads the page without it (D84). */
export function GettingStarted() {
  return (
    <Card
      title="Welcome. Here is what to do first"
      aside={
        <Link className="small" to="/user">
          Dismiss
        </Link>
      }
    >
      <ol className="numbered stack stack-8">
        <li>
          <Link to="/user/profile">Complete your profile</Link>, so that your application fills itself in.
        </li>
        <li>
          <Link to="/user/purchase">Buy your background check</Link>. You see the result first and decide who
          may see it.
        </li>
        <li>
          Answer your invitations below: a company that you accept sees your score as long as you share it.
        </li>
      </ol>
    </Card>
  );
}
