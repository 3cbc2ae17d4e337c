import { Link, type Path, useLocation, useNavigate } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useId, useRef } from 'react';
import { useBrowserLayoutEffect } from './browser-layout-effect.ts';
import { withMenu } from './grid/page.ts';
import { Icon } from './icon.tsx';
import { titleId as pageTitleId } from './page-focus.ts';

type Closing = Pick<Path, 'search' | 'hash'>;

interface RouteDialogProps {
  title: ReactNode;
  /** The query and place on the page under the dialog to which it closes. By default the current query, with filters. */
  closeTo?: Partial<Closing>;
  /** Wider, for tables and details. */
  wide?: boolean;
  children: ReactNode;
}

/** The address to which the dialog around closes. */
const ClosingAddress = createContext<Partial<Path>>({ pathname: '..' });

const firstField = ':is(input:not([type="hidden"]), select, textarea):not(:disabled, [readonly])';

/**
 * If the dialog was opened from a menu, focus returns to the menu's button, because an item of a closed menu cannot
 * take focus.
 */
function menuButton(item: HTMLElement): HTMLElement | null {
  const row = item.closest('.menu')?.querySelector<HTMLElement>('[aria-expanded]');
  const popover = item.closest('[popover]')?.id;
  return row ?? (popover ? document.querySelector(`[popovertarget="${CSS.escape(popover)}"]`) : null);
}

/**
 * A dialog that is a route (D82), rendered by a child route into its page's outlet. Without script it replaces the page's
 * content and Close is a link. With script it opens as a modal over the page, Esc and Close go back, and focus returns to
 * the element that opened it.
 */
export function RouteDialog({ title, closeTo, wide, children }: RouteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const { search } = useLocation();
  const back: Partial<Path> = { pathname: '..', search: withMenu(search, null), ...closeTo };

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    // The server renders the dialog open, and showModal throws for an open dialog.
    element.removeAttribute('open');
    element.showModal();
    // Otherwise the browser would focus Close, which is the first element.
    (element.querySelector<HTMLElement>(firstField) ?? element.querySelector('h1'))?.focus();
    return () => {
      element.close();
      const to =
        opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
      ((to && menuButton(to)) ?? to ?? document.getElementById(pageTitleId))?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={wide ? 'route-dialog dialog-wide' : 'route-dialog'}
      open
      aria-labelledby={titleId}
      onCancel={(event) => {
        // For Esc, navigates instead of closing the dialog, because the address determines whether it is open.
        event.preventDefault();
        navigate(back, { preventScrollReset: true });
      }}
    >
      <div className="dialog-head">
        <h1 id={titleId} tabIndex={-1}>
          {title}
        </h1>
        <Link className="btn btn-quiet btn-icon btn-small" to={back} preventScrollReset aria-label="Close">
          <Icon name="close" />
        </Link>
      </div>
      <ClosingAddress.Provider value={back}>{children}</ClosingAddress.Provider>
    </dialog>
  );
}

/** The dialog's text and fields. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog-body">{children}</div>;
}

interface DialogFootProps {
  /** The label of the link that closes the dialog; the documents say 'Nevermind'. */
  cancel?: string | null;
  /** The confirming button. */
  children?: ReactNode;
}

export function DialogFoot({ cancel = 'Nevermind', children }: DialogFootProps) {
  const back = useContext(ClosingAddress);
  return (
    <div className="dialog-foot">
      {cancel === null ? null : (
        <Link className="btn" to={back} preventScrollReset>
          {cancel}
        </Link>
      )}
      {children}
    </div>
  );
}
