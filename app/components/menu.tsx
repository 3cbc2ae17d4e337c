import { Link, type LinkProps, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useAfterNavigation } from './after-navigation.ts';
import { Icon, type IconName } from './icon.tsx';
import { usePopover } from './popover.ts';

interface MenuProps {
  /** Label of the button. */
  label: ReactNode;
  icon?: IconName;
  kind?: 'primary' | 'default';
  children: ReactNode;
}

/** A page's menu: a popover under its button, which also opens without script. */
export function Menu({ label, icon, kind = 'default', children }: MenuProps) {
  const id = useId();
  const popover = usePopover<HTMLUListElement>();
  return (
    <>
      <button type="button" className={kind === 'primary' ? 'btn btn-primary' : 'btn'} popovertarget={id}>
        {icon ? <Icon name={icon} /> : null}
        {label}
        <Icon name="down" />
      </button>
      <ul className="menu-list" id={id} popover="auto" ref={popover}>
        {children}
      </ul>
    </>
  );
}

/** A row's menu. Only one is open at a time. With script, Esc, a click elsewhere and one of its buttons close it. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useAfterNavigation(() => details.current?.removeAttribute('open'));
  useEffect(() => {
    const close = () => details.current?.removeAttribute('open');
    const contains = (target: EventTarget | null) =>
      target instanceof Node && details.current?.contains(target);
    const backToButton = () => {
      if (details.current?.open) details.current.querySelector('summary')?.focus();
      close();
    };
    const point = ({ target }: Event) => {
      if (!contains(target)) close();
    };
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') backToButton();
    };
    const submit = ({ submitter }: SubmitEvent) => {
      if (contains(submitter)) backToButton();
    };
    document.addEventListener('pointerdown', point);
    document.addEventListener('keydown', press);
    document.addEventListener('submit', submit);
    return () => {
      document.removeEventListener('pointerdown', point);
      document.removeEventListener('keydown', press);
      document.removeEventListener('submit', submit);
    };
  }, []);
  return (
    <details className="menu" name="rowmenu" ref={details}>
      <summary className="btn btn-quiet btn-icon btn-small" aria-label={label}>
        <Icon name="more" />
      </summary>
      <ul className="menu-list">{children}</ul>
    </details>
  );
}

interface ItemProps {
  icon: IconName;
  children: ReactNode;
  danger?: boolean;
  /** The reason why the item is disabled. The item stays focusable and shows the reason. */
  disabled?: string | false | null;
}

type MenuLinkProps = ItemProps & {
  to: LinkProps['to'];
  /** For a dialog of the same page: keeps the query, which contains the grid's filters. */
  keepQuery?: boolean;
  /** For a download or another host: a plain link without client-side navigation. */
  reload?: boolean;
  /** What to know before the item is opened. */
  note?: string | null;
};

export function MenuLink({ to, keepQuery, reload, note, icon, children, danger, disabled }: MenuLinkProps) {
  const { search } = useLocation();
  if (disabled) return <DisabledItem icon={icon} why={disabled} label={children} />;
  const target = keepQuery && typeof to === 'string' ? { pathname: to, search } : to;
  return (
    <li>
      <Link
        to={target}
        className={danger ? 'danger' : undefined}
        preventScrollReset={keepQuery}
        reloadDocument={reload}
      >
        <Icon name={icon} />
        <span>{children}</span>
        {note ? <small>{note}</small> : null}
      </Link>
    </li>
  );
}

type MenuButtonProps = ItemProps & { name?: string; value?: string; form?: string };

/** An action without confirmation: a button of the form around it, or of the form with the id `form`. */
export function MenuButton({ icon, children, danger, disabled, ...button }: MenuButtonProps) {
  if (disabled) return <DisabledItem icon={icon} why={disabled} label={children} />;
  return (
    <li>
      <button type="submit" className={danger ? 'danger' : undefined} {...button}>
        <Icon name={icon} />
        <span>{children}</span>
      </button>
    </li>
  );
}

export function MenuLine() {
  return (
    <li aria-hidden="true">
      <hr />
    </li>
  );
}

function DisabledItem({ icon, why, label }: { icon: IconName; why: string; label: ReactNode }) {
  return (
    <li>
      <button type="button" aria-disabled="true">
        <Icon name={icon} />
        <span>{label}</span>
        <small>{why}</small>
      </button>
    </li>
  );
}
