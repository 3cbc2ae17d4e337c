import { Link, type LinkProps, useLocation } from '@remix-run/react';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowAnchor, shownMenu, withMenu } from './grid/page.ts';
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

interface RowMenuProps {
  /** The row's id, unique on its page. */
  row: string;
  label: string;
  children: ReactNode;
}

/** A row's menu. */
export function RowMenu({ row, label, children }: RowMenuProps) {
  return (
    <LateMenu<HTMLUListElement>
      name={row}
      place={rowAnchor(row)}
      className="btn btn-quiet btn-icon btn-small dots"
      label={label}
    >
      {(list) => (
        <ul className="menu-list" {...list}>
          {children}
        </ul>
      )}
    </LateMenu>
  );
}

export interface MenuListProps<T> {
  ref: RefObject<T>;
  popover: 'auto' | undefined;
}

interface LateMenuProps<T> {
  /** Unique on its page. */
  name: string;
  /** The id of the element that the page begins with when the menu is shown without script. */
  place: string;
  className: string;
  /** The button's accessible name, if its face has no text. */
  label?: string;
  face?: ReactNode;
  /** The element that is shown, with the properties that it needs. */
  children: (list: MenuListProps<T>) => ReactNode;
}

/**
 * A menu that few people open. It is made when the pointer or the focus reaches its button, because a page may have many
 * of them. Before the script runs, or without it, the button is a link to the page with this menu shown.
 */
export function LateMenu<T extends HTMLElement>({
  name,
  place,
  className,
  label,
  face,
  children,
}: LateMenuProps<T>) {
  const { pathname, search } = useLocation();
  const isShown = shownMenu(search) === name;
  const [isMade, setMade] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const list = usePopover<T>();
  const wasOpen = useRef(false);
  const make = () => flushSync(() => setMade(true));
  useEffect(() => {
    const element = list.current;
    if (!(element && isMade)) return;
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    // The page stays after a button, and the focus returns to the menu's own.
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button[type="submit"]')) element.hidePopover();
    };
    element.addEventListener('toggle', follow);
    element.addEventListener('click', press);
    return () => {
      element.removeEventListener('toggle', follow);
      element.removeEventListener('click', press);
    };
  }, [list, isMade]);
  return (
    <span className="menu">
      <a
        className={className}
        href={`${withMenu(search, isShown ? null : name) || pathname}#${place}`}
        aria-label={label}
        aria-expanded={isOpen || isShown}
        onPointerEnter={isMade ? undefined : make}
        onFocus={isMade ? undefined : () => setMade(true)}
        onPointerDown={() => {
          // The browser closes an open menu before the click.
          wasOpen.current = isOpen;
        }}
        onClick={(event) => {
          if (isShown || !isPlain(event)) return;
          event.preventDefault();
          make();
          if (!(wasOpen.current && event.detail > 0)) list.current?.togglePopover();
        }}
      >
        {face}
      </a>
      {isMade || isShown ? children({ ref: list, popover: isShown ? undefined : 'auto' }) : null}
    </span>
  );
}

/** Whether a click opens no other tab or window. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
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
  const target = keepQuery && typeof to === 'string' ? { pathname: to, search: withMenu(search, null) } : to;
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
