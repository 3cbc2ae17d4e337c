import { Link } from '@remix-run/react';
import { useHashForward } from '../shell/use-hash-forward.ts';

/**
 * The pages for the hashes of /user in the documents (doc1 §2, doc2 §2.6). Some hashes have a value, such as
 * `#startapplication=17`.
 */
const places = {
  addtomynetwork: { to: '/user/network/invite', label: 'Invite User' },
  buybackgroundcheck: { to: '/user/purchase', label: 'Purchase Background Check' },
  inviteshieldlink: { to: '/user/network/inviteshieldlink', label: 'ShieldLink Invite Company' },
  sharemyshieldid: { to: '/user/share', label: 'Share My ShieldScore' },
  startapplication: { to: '/user/application', label: 'Continue application' },
  teaminviteaccepted: { to: '/user?teaminviteaccepted', label: 'See your team' },
} as const;
type Hash = keyof typeof places;

function routeOf(name: string, value: string): string | null {
  if (!Object.hasOwn(places, name)) return null;
  if (name === 'startapplication' && value) return `/user/application/next?applicationid=${value}`;
  if (name === 'buybackgroundcheck' && value) return `/user/purchase?packageid=${value}`;
  return places[name as Hash].to;
}

interface HashForwardProps {
  /** Whether the person may invite. The other pages are for everybody. */
  mayInvite: boolean;
  /** Whether the person's company has ShieldLink. */
  shieldlink: boolean;
  /** Whether the person is on the team of somebody else’s company. */
  onTeam?: boolean;
}

/**
 * Redirects a hash from the documents to its page by script. Without script, the hash reveals a panel with the link
 * (D82).
 */
export function HashForward({ mayInvite, shieldlink, onTeam = false }: HashForwardProps) {
  useHashForward(routeOf);
  const hidden: Hash[] = [];
  if (!mayInvite) hidden.push('addtomynetwork');
  if (!(mayInvite && shieldlink)) hidden.push('inviteshieldlink');
  if (!onTeam) hidden.push('teaminviteaccepted');
  return Object.entries(places)
    .filter(([name]) => !hidden.some((each) => each === name))
    .map(([name, { to, label }]) => (
      <Link key={name} id={name} className="hash-panel without-script" to={to}>
        {label}
      </Link>
    ));
}
