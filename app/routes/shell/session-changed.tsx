import { Form } from '@remix-run/react';
import { GateDialog } from '../../components/gate-dialog.tsx';
import { Button, DialogBody, DialogFoot, Facts, LinkButton } from '../../components/index.ts';
import type { Holder, SessionChange } from '../../session-change.ts';

const nameOf = ({ emailaddress, company_name }: Holder) =>
  company_name ? `${emailaddress} (${company_name})` : emailaddress;

/**
 * Says that another account is logged in than the one that the page was shown for, gives back what was typed, and offers
 * to go on as the one or to log in as the other.
 */
export function SessionChanged({ change }: { change: Omit<SessionChange, 'kind' | 'brand'> }) {
  const { shown, now, typed, page } = change;
  return (
    <GateDialog title="Another account is logged in">
      <DialogBody>
        <p>
          This page was opened for <b>{nameOf(shown)}</b>. In the meantime <b>{nameOf(now)}</b> logged in with
          this browser, so nothing was saved.
        </p>
        {typed.length > 0 ? (
          <div className="stack stack-8">
            <p className="muted">What you typed, in case you want to copy it:</p>
            <Facts
              facts={typed.map(({ label, text }) => [
                label,
                <span key={label} className="written">
                  {text}
                </span>,
              ])}
            />
          </div>
        ) : null}
      </DialogBody>
      <DialogFoot cancel={null}>
        <Form method="post" action={`/logout?next=${encodeURIComponent(page)}`} reloadDocument>
          <Button type="submit">Log in as {shown.emailaddress}</Button>
        </Form>
        <LinkButton kind="primary" to={page} reloadDocument>
          Continue as {now.emailaddress}
        </LinkButton>
      </DialogFoot>
    </GateDialog>
  );
}
