import { reasonFields } from '#modules/admin/fields.ts';
import type { LegalHold } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Banner,
  DialogBody,
  DialogFoot,
  Form,
  LinkButton,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

const fields = bind(reasonFields);

interface HoldLineProps {
  holds: readonly LegalHold[];
  /** The dialog that sets a hold, or lifts the open one. */
  to: string;
  /** Whom it is about. */
  about: string;
}

export const openHold = (holds: readonly LegalHold[]) => holds.find(({ lifted_at }) => lifted_at === null);

/** The open hold with its reason, or the way to set one (D140). */
export function HoldLine({ holds, to, about }: HoldLineProps) {
  const { timeZone } = useRoot();
  const open = openHold(holds);
  if (open) {
    return (
      <Banner
        tone="warn"
        icon="lock"
        title={`Legal hold since ${formatDateTime(open.set_at, timeZone)}, by ${open.set_by}`}
        action={
          <LinkButton size="small" to={to} preventScrollReset>
            Lift legal hold
          </LinkButton>
        }
      >
        Nothing about {about} is deleted. Reason: {open.reason}
      </Banner>
    );
  }
  const last = holds[0];
  return (
    <>
      <p className="muted anywhere">
        {last?.lifted_at
          ? `The last legal hold was lifted on ${formatDateTime(last.lifted_at, timeZone)} by ${last.lifted_by}: ${last.lift_reason}`
          : 'A legal hold stops every deletion, also one that the person asked for.'}
      </p>
      <div>
        <LinkButton to={to} preventScrollReset>
          Set a legal hold
        </LinkButton>
      </div>
    </>
  );
}

interface HoldDialogProps {
  /** The open hold, which is lifted; without one, a hold is set. */
  open: LegalHold | undefined;
  about: string;
  company?: boolean;
  result: unknown;
}

/** Asks for the reason to set a hold, or to lift it. */
export function HoldDialog({ open, about, company = false, result }: HoldDialogProps) {
  return (
    <RouteDialog title={open ? `Lift the legal hold on ${about}?` : `Set a legal hold on ${about}?`}>
      <Form id="legal-hold" result={result} className="dialog-form">
        <DialogBody>
          {open ? (
            <p>Deletions continue with the next nightly run, including one that was waiting.</p>
          ) : company ? (
            <p>
              Nothing about the company is deleted, and nobody in its network or on its team can be erased.
              They learn only that the law requires us to keep some data.
            </p>
          ) : (
            <p>
              Nothing about them is deleted. If they asked to delete their account, they learn only that the
              law requires us to keep some data.
            </p>
          )}
          <TextArea
            field={fields.reason}
            rows={3}
            hint="Only staff read it. Don’t include a Social Security number."
          />
          <p className="muted">All admins are notified by email.</p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind={open ? 'danger' : 'primary'} pending="Saving">
            {open ? 'Lift legal hold' : 'Set legal hold'}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
