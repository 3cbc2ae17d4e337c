import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { Avatar } from '../avatar.tsx';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { ShieldId } from '../shield-id.tsx';
import { Logo } from './logo.tsx';
import { OwnShieldId } from './own-shield-id.tsx';
import type { BrandView, ShellData } from './types.ts';

interface HeaderProps {
  brand: BrandView;
  data: ShellData;
  /** The id of the sidebar that the menu button opens on a narrow screen; undefined if there is no sidebar. */
  drawer?: string;
  /** The link to leave a flow, instead of Logout. */
  exit?: ReactNode;
  /** Shown before the name, only on a desktop. */
  news?: ReactNode;
}

/** Logo, name, ShieldID with its score, ShieldLink ID, Logout (doc1 §2). */
export function Header({ brand, data, drawer, exit, news }: HeaderProps) {
  return (
    <header className="header">
      <Logo brand={brand} to={data.staff ? '/admin' : '/user'} />
      {data.staff ? <span className="badge">Staff</span> : null}
      <div className="header-facts">
        {data.shieldId ? (
          <span className="header-fact" id="shieldid">
            <span>ShieldID</span>
            <OwnShieldId {...data} shieldId={data.shieldId} />
          </span>
        ) : null}
        {data.shieldLinkId ? (
          <span className="header-fact">
            <span>ShieldLink ID</span>
            <ShieldId value={data.shieldLinkId} />
          </span>
        ) : null}
        {news}
        <span className="who">
          {data.photo ? (
            <Avatar firstname={data.firstname} lastname={data.lastname} photo={data.photo} size={28} />
          ) : null}
          {data.name}
        </span>
        {data.staff ? <span className="header-fact">{showEmailAddress(data.emailaddress)}</span> : null}
        {exit ? null : <LogoutForm />}
      </div>
      {exit}
      {drawer ? (
        <button type="button" className="btn btn-small nav-open" popovertarget={drawer}>
          <Icon name="menu" />
          Menu
        </button>
      ) : null}
    </header>
  );
}

/** A POST, because ending a session changes state (D35). */
export function LogoutForm({ label = 'Logout' }: { label?: string }) {
  return (
    <Form method="post" action="/logout" reloadDocument>
      <Button type="submit" size="small" icon="logout">
        {label}
      </Button>
    </Form>
  );
}
