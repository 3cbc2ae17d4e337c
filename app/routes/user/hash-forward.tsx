import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/** The documented hashes of /user and their routes (doc1 §2, doc2 §2.6, D82). */
function routeOf(hash: string): string | null {
  const [, name, value = ''] = /^#([a-z]+)(?:=([\w-]{1,64}))?$/.exec(hash) ?? [];
  switch (name) {
    case 'startapplication':
      return value ? `/user/application/next?applicationid=${value}` : '/user/application';
    case 'buybackgroundcheck':
      return '/user/purchase';
    case 'teaminviteaccepted':
      return '/user?teaminviteaccepted';
    case 'sharemyshieldid':
      return '/user/share';
    case 'addtomynetwork':
      return '/user/network/invite';
    default:
      return null;
  }
}

/** Forwards a documented hash to its page. */
export function HashForward() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const to = routeOf(hash);
    if (to) navigate(to, { replace: true });
  }, [hash, navigate]);
  return null;
}
