import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Forwards a documented hash to its page, by script (D82).
 * @param routeOf the route of `#name=value`, null for any other; declared outside of the page's component
 */
export function useHashForward(routeOf: (name: string, value: string) => string | null): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const [, name = '', value = ''] = /^#([a-z]+)(?:=([\w-]{1,64}))?$/.exec(hash) ?? [];
    const to = routeOf(name, value);
    if (to) navigate(to, { replace: true });
  }, [hash, navigate, routeOf]);
}
