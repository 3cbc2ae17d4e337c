import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Skeleton } from '../../components/index.ts';
import { LogoutForm } from '../../components/shell/header.tsx';
import { SoloFrame } from '../../components/shell/open-frames.tsx';
import { type TermsDue, termsTitle } from '../../terms-due.ts';
import { SessionWatch } from '../identity/session-watch.tsx';
import { TermsForm } from '../identity/terms-form.tsx';
import { useRoot } from './use-root.ts';

/**
 * The newest terms, shown over the requested page (doc2 §2.1). It cannot be closed: accepting continues, and declining
 * logs out. Without script it replaces the page.
 */
export default function TermsGate({ due }: { due: TermsDue }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The server renders the dialog open, and showModal throws for an open dialog.
    element.removeAttribute('open');
    element.showModal();
    element.querySelector('h1')?.focus();
    return () => element.close();
  }, []);
  return (
    <SoloFrame {...useRoot()} wide>
      <SessionWatch />
      <div aria-hidden="true" className="with-script">
        <Skeleton />
      </div>
      <dialog
        ref={dialog}
        className="route-dialog dialog-wide"
        open
        closedby="none"
        aria-labelledby="terms-gate"
        onCancel={(event) => event.preventDefault()}
      >
        <div className="dialog-head">
          <h1 id="terms-gate" tabIndex={-1}>
            {termsTitle(due)}
          </h1>
          <LogoutForm label="Decline and log out" />
        </div>
        <div className="dialog-body">
          <TermsForm
            documents={due.documents}
            action={`/register/terms?next=${encodeURIComponent(pathname + search)}`}
          />
        </div>
      </dialog>
    </SoloFrame>
  );
}
