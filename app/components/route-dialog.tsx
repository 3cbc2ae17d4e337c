import { Link, type LinkProps, useLocation, useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

type To = LinkProps['to'];

interface RouteDialogProps {
  title: ReactNode;
  /** Where it leads when closed; the page it stands over, with its filters, by default. */
  closeTo?: To;
  /** Wide for tables and details. */
  wide?: boolean;
  children: ReactNode;
}

// The server has no layout to wait for, and says so.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const firstField = ':is(input:not([type="hidden"]), select, textarea):not(:disabled, [readonly])';

/** A menu that closed meanwhile cannot take focus: its button can. */
function menuButton(item: HTMLElement): HTMLElement | null {
  const row = item.closest('details')?.querySelector('summary');
  const popover = item.closest('[popover]')?.id;
  return row ?? (popover ? document.querySelector(`[popovertarget="${CSS.escape(popover)}"]`) : null);
}

/**
 * A dialog that is a route (D82), rendered by a child route into its page's outlet. Without script it stands in place
 * of the page's content and Close is a link; with script it opens as a modal over the page, Esc and Close lead back,
 * and focus returns to what opened it.
 */
export function RouteDialog({ title, closeTo, wide, children }: RouteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const parent = useParentAddress();
  const back = closeTo ?? parent;

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    // The server's markup is open already, which showModal refuses.
    element.removeAttribute('open');
    element.showModal();
    // The browser would begin at Close, which stands first.
    element.querySelector<HTMLElement>(firstField)?.focus();
    return () => {
      element.close();
      const to =
        opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
      ((to && menuButton(to)) ?? to ?? document.getElementById('title'))?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={wide ? 'route-dialog dialog-wide' : 'route-dialog'}
      open
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Esc: the address decides whether it is open.
        event.preventDefault();
        navigate(back, { preventScrollReset: true });
      }}
    >
      <div className="dialog-head">
        <h1 id={titleId}>{title}</h1>
        <Link className="btn btn-quiet btn-icon btn-small" to={back} preventScrollReset aria-label="Close">
          <Icon name="close" />
        </Link>
      </div>
      {children}
    </dialog>
  );
}

/** The dialog's text and fields. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog-body">{children}</div>;
}

interface DialogFootProps {
  /** Words of the link that closes; the documents say 'Nevermind'. */
  cancel?: string | null;
  closeTo?: To;
  /** The button that does it. */
  children?: ReactNode;
}

export function DialogFoot({ cancel = 'Nevermind', closeTo, children }: DialogFootProps) {
  const parent = useParentAddress();
  return (
    <div className="dialog-foot">
      {cancel === null ? null : (
        <Link className="btn" to={closeTo ?? parent} preventScrollReset>
          {cancel}
        </Link>
      )}
      {children}
    </div>
  );
}

/** The parent route's address with the query of this one: a grid's filters outlive its dialogs. */
function useParentAddress(): To {
  const { search } = useLocation();
  return { pathname: '..', search };
}
