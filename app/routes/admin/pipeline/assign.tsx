import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { alertAssignmentFields } from '#modules/admin/fields.ts';
import { alertAssignmentForm } from '#modules/admin/forms.ts';
import { assignPipelineAlert } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  Select,
  SubmitButton,
} from '../../../components/index.ts';
import { flash } from '../../../flash.server.ts';
import { keepsWhatIsTyped } from '../../../revalidation.ts';
import { titled } from '../../../title.ts';
import { loadAlert } from './alert.server.ts';
import { alertLook, nameOf } from './words.ts';

export const meta = titled('Assign alert');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(alertAssignmentFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.alertAssignmentForm));

export const loader = (args: LoaderFunctionArgs) => loadAlert(args);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: alertAssignmentForm,
    operation: assignPipelineAlert,
    input: (value) => ({ ...value, alertid: args.params.alertid ?? '' }),
    done: () => {
      flash(args.context.visit, 'Assignment saved');
      return redirect(`/admin/pipeline${new URL(args.request.url).search}`);
    },
  });
}

/** Assigns an alert to a member of staff (doc3 §4). */
export default function AssignAlert() {
  const { alert, staff } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Assign alert">
      <Form
        id="assign"
        result={useActionData<typeof action>()}
        defaults={{ assignee: alert.assigned_to ?? '' }}
        check={check}
        className="dialog-form"
      >
        <DialogBody>
          <p>
            <b>{alertLook[alert.alert_type].label}</b>, {nameOf(alert)}
          </p>
          <input type="hidden" name={fields.seen.name} value={alert.assigned_to ?? ''} />
          <Select
            field={fields.assignee}
            options={staff.map(({ userid, name }) => [userid, name] as const)}
            none="Nobody"
          />
        </DialogBody>
        <DialogFoot>
          <SubmitButton>Assign</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
