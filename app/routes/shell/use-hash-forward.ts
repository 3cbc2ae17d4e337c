import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Forwards a documented hash to its page, by script (D82).
 * @param routeOf the route of `#name`, `#name=value` or `#name&section`, null for any other; declared outside of the
 *   page's component
 * @param load `document` where the route may lead to the payment page, whose security policy comes with the document
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
