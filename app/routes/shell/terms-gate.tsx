import { useLocation } from '@remix-run/react';
import { GateDialog } from '../../components/gate-dialog.tsx';
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
  const { pathname, search } = useLocation();
  return (
    <SoloFrame {...useRoot()} brand={due.brand} wide>
      <SessionWatch />
      <div aria-hidden="true" className="with-script">
        <Skeleton />
      </div>
      <GateDialog title={termsTitle(due)} action={<LogoutForm label="Decline and log out" />} wide>
        <div className="dialog-body">
          <TermsForm
            documents={due.documents}
            action={`/register/terms?next=${encodeURIComponent(pathname + search)}`}
          />
        </div>
      </GateDialog>
    </SoloFrame>
  );
}
