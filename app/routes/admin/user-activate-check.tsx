import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useParams } from '@remix-run/react';
import { checkActivationFields } from '#modules/admin/fields.ts';
import { checkActivationForm } from '#modules/admin/forms.ts';
import { updateBackgroundChecks } from '#modules/admin/index.ts';
import { hasExpired } from '#modules/platform/browser.ts';
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
import { validity } from './validity.ts';

export const meta = titled('Active check');

const fields = bind(checkActivationFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.checkActivationForm));

export function action(args: ActionFunctionArgs) {
  const { userid = '', applicationid = '' } = args.params;
  return submit(args, {
    form: checkActivationForm,
    operation: updateBackgroundChecks,
    input: (value) => ({ ...value, userid, active_cra_id: applicationid }),
    done: () => {
      flash(args.context.visit, 'Active check changed. The person has been notified.');
      return redirect(`/admin/user/${userid}#checks`);
    },
  });
}

/** Asks for the reason to make another check the active one, and lists the effects (doc3 §4). */
export default function UserActivateCheck() {
  const { profile, applications, now } = useRecord();
  const { applicationid } = useParams();
  const result = useActionData<typeof action>();
  const next = applications.find(({ id }) => id === applicationid);
  const former = applications.find(({ active }) => active);
  const expired = hasExpired(next?.expiration_date ?? null, now);
  return (
    <RouteDialog title="Make this the active check?">
      <Form id="activate" result={result} check={check} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p>
            {next
              ? `The score of ${profile.firstname} ${profile.lastname} will be ${words(next, now)}`
              : null}
            {former ? ` instead of ${words(former, now)}` : null}. Everyone they share with sees the change.
          </p>
          {expired ? (
            <Banner tone="warn">This score has expired. {profile.firstname} won’t have a valid score.</Banner>
          ) : null}
          <TextArea
            field={fields.note}
            hint="Kept as a note and in the audit log, with your name."
            rows={3}
          />
          <p className="muted">We’ll notify them by email.</p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Saving">Make active</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}

const words = (
  { icscore, expiration_date: day }: { icscore: string | null; expiration_date: string | null },
  now: Date,
) => `${icscore ?? 'NA'}${day ? ` (${validity(day, now).toLowerCase()})` : ''}`;
