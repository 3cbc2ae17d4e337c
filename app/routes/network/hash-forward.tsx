import { Link, useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

interface HashForwardProps {
  /** Without the #. */
  hash: string;
  to: string;
  label: string;
}

/** A documented #hash leads to its dialog's own address; without script a panel is revealed that links to it (D82). */
export function HashForward({ hash, to, label }: HashForwardProps) {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (location.hash === `#${hash}`) navigate(to, { replace: true, preventScrollReset: true });
  }, [location.hash, hash, to, navigate]);
  return (
    <p id={hash} className="hash-panel">
      <Link to={to}>{label}</Link>
    </p>
  );
}
