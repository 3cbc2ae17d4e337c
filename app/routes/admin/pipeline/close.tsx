import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { alertClosingFields } from '#modules/admin/fields.ts';
import { alertClosingForm } from '#modules/admin/forms.ts';
import { closePipelineAlert } from '#modules/admin/index.ts';
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

export const meta = titled('Close alert');

const fields = bind(alertClosingFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.alertClosingForm));

export const loader = (args: LoaderFunctionArgs) => loadAlert(args);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: alertClosingForm,
    operation: closePipelineAlert,
    input: (value) => ({ ...value, alertid: args.params.alertid ?? '' }),
    done: () => {
      flash(args.context.visit, 'Alert closed');
      return redirect(`/admin/pipeline${new URL(args.request.url).search}`);
    },
  });
}

/** Closes an alert with a note about it (doc3 §4). */
export default function CloseAlert() {
  const { alert } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Close alert">
      <Form id="close" result={useActionData<typeof action>()} check={check} className="dialog-form">
        <DialogBody>
          <p>
            <b>{alertLook[alert.alert_type].label}</b>, {nameOf(alert)}
            <br />
            Use this once the work is done. The alert opens again if its cause comes up again.
          </p>
          <TextArea
            field={fields.note}
            rows={3}
            hint={alert.userid ? 'Kept with the notes of this person.' : 'Kept in the audit log.'}
          />
        </DialogBody>
        <DialogFoot>
          <SubmitButton>Close</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
