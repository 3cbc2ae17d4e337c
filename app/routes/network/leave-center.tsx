import { Link, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { networkTimings } from '#modules/network/limits.ts';
import { formatDuration, SECOND } from '#modules/platform/browser.ts';

const to = '/login';
const after = networkTimings['center.leaves'];

/** Leads to the login page: after some time by script or by a meta refresh, or at once by the link (doc1 §4). */
export function LeaveCenter() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to), after);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`${after / SECOND};url=${to}`} />
      </noscript>
      <p className="small">
        The login page opens in {formatDuration(after)}. <Link to={to}>Open it now</Link>
      </p>
    </>
  );
}
