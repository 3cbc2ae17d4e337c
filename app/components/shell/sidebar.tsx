import { Form, Link, NavLink, useLocation } from '@remix-run/react';
import { useId } from 'react';
import { Avatar } from '../avatar.tsx';
import { LinkButton } from '../button.tsx';
import { Count } from '../grade.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { usePopover } from '../popover.ts';
import { ShieldId } from '../shield-id.tsx';
import { verifiedWords } from '../verified.tsx';
import { OwnShieldId } from './own-shield-id.tsx';
import type { ShellData } from './types.ts';

export const drawerId = 'nav';

interface NavItem {
  to: string;
  icon: IconName;
  label: string;
  /** If true, the entry is marked as current only at exactly this address. */
  exact?: boolean;
  /** The path prefixes of other pages that belong to this entry. */
  leadsTo?: string;
  /** The name by which the guided tour finds it. */
  id?: string;
  /** How many items need attention; nothing is shown for zero. */
  count?: number;
  /** What is counted, for screen readers; overdue items by default. */
  counted?: string;
  /** Nothing is overdue or new. */
  calm?: boolean;
}

/** The person's panels, and Admin Tools for staff (doc1 §2). */
export function userNav(data: ShellData): NavItem[] {
  return [
    { to: '/user', icon: 'home', label: 'Home', exact: true },
    { to: '/user/profile', icon: 'user', label: 'My Profile' },
    { to: '/user/network', icon: 'users', label: 'Network' },
    ...(data.dashboard
      ? [{ to: '/user/dashboard', icon: 'chart', label: 'Dashboard', id: 'dashboard' } as const]
      : []),
    ...(data.unreadAlerts === null ? [] : [alertsItem(data.unreadAlerts)]),
    ...(data.companySettings ? [{ to: '/user/developers', icon: 'code', label: 'Developers' } as const] : []),
    { to: '/user?starttour=1', icon: 'tour', label: 'Take a Tour' },
    ...(data.staff ? [{ to: '/admin/tools', icon: 'tool', label: 'Admin Tools' } as const] : []),
  ];
}

const alertsItem = (unread: number): NavItem => ({
  to: '/user/alerts',
  icon: 'bell',
  label: 'Alerts',
  id: 'alerts',
  count: unread,
  counted: 'unread',
});

/** How much waits, for the console's panels. */
export interface StaffWork {
  overdue: number;
  /** Assigned to whoever looks, or to be decided by them. */
  mine: number;
  disputes: number;
  requests: number;
  refunds: number;
}

/** The console's panels (doc3 §2). */
export const staffNav = (work: StaffWork): NavItem[] => [
  { to: '/admin', icon: 'chart', label: 'Dashboard', exact: true },
  { to: '/admin/tools', icon: 'tool', label: 'Tools', leadsTo: '/admin/user/' },
  { to: '/admin/companies', icon: 'building', label: 'Companies' },
  {
    to: '/admin/pipeline',
    icon: 'queue',
    label: 'Admin Alert Pipeline',
    leadsTo: '/admin/pipeline/',
    ...(work.overdue
      ? { count: work.overdue }
      : { count: work.mine, counted: 'assigned to you', calm: true }),
  },
  {
    to: '/admin/refunds',
    icon: 'card',
    label: 'Refunds',
    leadsTo: '/admin/refunds/',
    count: work.refunds,
    counted: 'waiting for a second admin',
    calm: true,
  },
  {
    to: '/admin/disputes',
    icon: 'alert',
    label: 'Disputes',
    leadsTo: '/admin/disputes/',
    count: work.disputes,
    counted: 'assigned to you',
    calm: true,
  },
  { to: '/admin/adverse', icon: 'flag', label: 'Adverse actions', leadsTo: '/admin/adverse/' },
  {
    to: '/admin/requests',
    icon: 'lock',
    label: 'Privacy requests',
    leadsTo: '/admin/requests/',
    count: work.requests,
    counted: 'assigned to you',
    calm: true,
  },
  { to: '/user/profile', icon: 'user', label: 'Profile' },
  { to: '/admin/catalogue', icon: 'columns', label: 'Catalog', leadsTo: '/admin/catalogue/' },
  { to: '/admin/queues', icon: 'clock', label: 'Queues', leadsTo: '/admin/queues/' },
  { to: '/admin/audit', icon: 'list', label: 'Audit log' },
  { to: '/admin/settings', icon: 'settings', label: 'Settings' },
];

interface SidebarProps {
  data: ShellData;
  items: NavItem[];
  timeZone?: string;
  /** The console's sidebar has no background check button. */
  console?: boolean;
  id?: string;
}

/** The same markup is a sidebar on a wide screen and a popover on a narrow one. */
export function Sidebar({ data, items, timeZone = 'UTC', console: isConsole, id = drawerId }: SidebarProps) {
  const session = useId();
  const drawer = usePopover<HTMLElement>();
  return (
    <aside className="sidebar" id={id} popover="auto" ref={drawer} aria-label="Account">
      <button
        type="button"
        className="btn btn-quiet btn-icon only-narrow nav-close"
        popovertarget={id}
        popovertargetaction="hide"
        aria-label="Close menu"
      >
        <Icon name="close" />
      </button>
      <div className="usercard">
        <Avatar firstname={data.firstname} lastname={data.lastname} photo={data.photo} brand />
        <div>
          <b>{data.name}</b>
          <UserNote data={data} timeZone={timeZone} isConsole={isConsole} />
        </div>
      </div>
      {isConsole ? null : <OfferButton data={data} />}
      <nav className="nav" aria-label="Main">
        {items.map((item) => (
          <NavItemLink key={item.to} item={item} />
        ))}
      </nav>
      <div className="only-narrow">
        <div className="nav-sep" />
        {data.shieldId ? (
          <p className="nav-fact">
            ShieldID <OwnShieldId {...data} shieldId={data.shieldId} />
          </p>
        ) : null}
        {data.shieldLinkId ? (
          <p className="nav-fact">
            ShieldLink ID <ShieldId value={data.shieldLinkId} />
          </p>
        ) : null}
        <Form className="nav" method="post" action="/logout" reloadDocument aria-labelledby={session}>
          <button type="submit" id={session}>
            <Icon name="logout" />
            Logout
          </button>
        </Form>
      </div>
    </aside>
  );
}

function UserNote({ data, timeZone, isConsole }: { data: ShellData; timeZone: string; isConsole?: boolean }) {
  if (isConsole) return <span className="small">Staff</span>;
  if (data.verified) {
    return (
      <span className="small">
        <span className="verified">
          <Icon name="shield-check" />
        </span>
        {verifiedWords({ verified: true, at: data.verifiedAt }, timeZone)}
      </span>
    );
  }
  return data.company ? <span className="small">{data.company}</span> : null;
}

function OfferButton({ data }: { data: ShellData }) {
  const renew = data.offer === 'renew';
  return (
    <LinkButton id="offer" to="/user/purchase" icon={renew ? 'refresh' : 'shield'}>
      {renew ? 'Renew Background Check' : 'Purchase Background Check'}
    </LinkButton>
  );
}

function NavItemLink({ item }: { item: NavItem }) {
  const { pathname } = useLocation();
  const content = (
    <>
      <Icon name={item.icon} />
      {item.label}
      {item.count ? <Count value={item.count} bad={!item.calm} of={item.counted ?? 'overdue'} /> : null}
    </>
  );
  // A link with a query (the tour) is an action and is never marked as current.
  if (item.to.includes('?')) return <a href={item.to}>{content}</a>;
  if (item.leadsTo && pathname.startsWith(item.leadsTo)) {
    return (
      <Link to={item.to} aria-current="true">
        {content}
      </Link>
    );
  }
  return (
    <NavLink to={item.to} end={item.exact} id={item.id}>
      {content}
    </NavLink>
  );
}
