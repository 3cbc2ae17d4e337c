import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Redirects a hash from the documents to its page, by script (D82).
 * @param routeOf returns the route for `#name`, `#name=value` or `#name&section`, and null for any other hash; must be
 * declared outside the component
 * @param load `document` if the route may lead to the payment page, which needs the security policy of its own document
 */
export function useHashForward(
  routeOf: (name: string, value: string, section: string) => string | null,
  load: 'page' | 'document' = 'page',
): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const [, name = '', value = '', section = ''] =
      /^#([\w-]{1,64})(?:=([\w-]{1,64}))?(?:&(\w{1,64}))?$/.exec(hash) ?? [];
    const to = routeOf(name, value, section);
    if (to === null) return;
    if (load === 'document') window.location.replace(to);
    else navigate(to, { replace: true });
  }, [hash, navigate, routeOf, load]);
}
