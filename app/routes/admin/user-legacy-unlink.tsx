import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useParams } from '@remix-run/react';
import { reasonFields } from '#modules/admin/fields.ts';
import { reasonForm } from '#modules/admin/forms.ts';
import { unlinkLegacyAccount } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Unlink a former account');

const fields = bind(reasonFields);
const closeTo = { search: '', hash: '#legacy' };
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.reasonForm));

export function action(args: ActionFunctionArgs) {
  const { userid = '', shieldid = '' } = args.params;
  return submit(args, {
    form: reasonForm,
    operation: unlinkLegacyAccount,
    input: (value) => ({ ...value, userid, shieldid }),
    done: () => {
      flash(args.context.visit, `Former account ${shieldid} unlinked. The person has been notified.`);
      return redirect(`/admin/user/${userid}#legacy`);
    },
  });
}

/** Asks why a former account is taken away from the person, and says what follows (doc3 §2, section 11). */
export default function UserLegacyUnlink() {
  const { profile, legacy_accounts } = useRecord();
  const { shieldid = '' } = useParams();
  const result = useActionData<typeof action>();
  const { firstname, abcnumber } = profile;
  const account = legacy_accounts.find((each) => each.shieldid === shieldid && each.linked_dts !== null);
  if (!account || account.scored) {
    return (
      <RouteDialog title="Unlink a former account" closeTo={closeTo}>
        <DialogBody>
          <Banner tone="warn">
            {account ? 'A score was issued under it, so it stays.' : `It isn’t linked to ${firstname}.`}
          </Banner>
        </DialogBody>
        <DialogFoot cancel="Close" />
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title={`Unlink ${shieldid}?`} closeTo={closeTo}>
      <Form id="legacy-unlink" result={result} check={check} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p>
            {abcnumber === shieldid
              ? `${firstname} no longer has this ShieldID. Another one that they have becomes active; without one, the next check brings a new one.`
              : `${firstname} no longer has this inactive ShieldID.`}{' '}
            It can be linked to the account it belongs to.
          </p>
          <TextArea field={fields.reason} hint="Kept in the audit log, with your name." rows={3} />
          <p className="muted">We’ll notify them by email.</p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Unlinking">
            Unlink former account
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
