import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { alertDismissalFields } from '#modules/admin/fields.ts';
import { alertDismissalForm } from '#modules/admin/forms.ts';
import { dismissPipelineAlert } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../../components/index.ts';
import { flash } from '../../../flash.server.ts';
import { titled } from '../../../title.ts';
import { loadAlert } from './alert.server.ts';
import { alertLook, nameOf } from './words.ts';

export const meta = titled('Dismiss alert');

const fields = bind(alertDismissalFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.alertDismissalForm));

export const loader = (args: LoaderFunctionArgs) => loadAlert(args);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: alertDismissalForm,
    operation: dismissPipelineAlert,
    input: (value) => ({ ...value, alertid: args.params.alertid ?? '' }),
    done: () => {
      flash(args.context.visit, 'Alert dismissed');
      return redirect(`/admin/pipeline${new URL(args.request.url).search}`);
    },
  });
}

/** Dismisses an alert with a note about it (doc3 §4). */
export default function DismissAlert() {
  const { alert } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Dismiss alert">
      <Form id="dismiss" result={useActionData<typeof action>()} check={check} className="dialog-form">
        <DialogBody>
          <p>
            <b>{alertLook[alert.alert_type].label}</b>, {nameOf(alert)}
            <br />
            It leaves the list, and returns if its cause comes up again. Its deadline keeps running.
          </p>
          <TextArea
            field={fields.note}
            rows={3}
            hint={alert.userid ? 'Kept with the notes of this person.' : 'Kept in the audit log.'}
          />
        </DialogBody>
        <DialogFoot>
          <SubmitButton>Dismiss</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
