import { type ReactNode, useEffect, useId, useRef } from 'react';

interface GateDialogProps {
  title: ReactNode;
  /** Next to the title. */
  action?: ReactNode;
  wide?: boolean;
  /** Whether its main button has the focus, so that one key answers; by default the title has it. */
  focusButton?: boolean;
  /** What Esc does; by default nothing. */
  onEscape?: () => void;
  children: ReactNode;
}

/** A dialog over the page that cannot be closed, only answered. Without script it replaces the page. */
export function GateDialog({
  title,
  action,
  wide,
  focusButton = false,
  onEscape,
  children,
}: GateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The server renders the dialog open, and showModal throws for an open dialog.
    element.removeAttribute('open');
    element.showModal();
    element.querySelector<HTMLElement>(focusButton ? '.dialog-foot .btn-primary' : 'h1')?.focus();
    return () => element.close();
  }, [focusButton]);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'route-dialog dialog-wide' : 'route-dialog'}
      open
      closedby="none"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onEscape?.();
      }}
    >
      <div className="dialog-head">
        <h1 id={titleId} tabIndex={-1}>
          {title}
        </h1>
        {action}
      </div>
      {children}
    </dialog>
  );
}
