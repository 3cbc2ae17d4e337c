import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { adminNoteFields } from '#modules/admin/fields.ts';
import { adminNoteForm } from '#modules/admin/forms.ts';
import { saveAdminNote } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readAbout, submit } from '../../../action.server.ts';
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

export const meta = titled('Add note');

const fields = bind(adminNoteFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.adminNoteForm));

export const loader = (args: LoaderFunctionArgs) => loadAlert(args);

export async function action(sent: ActionFunctionArgs) {
  const [args, { alert }] = await readAbout(sent, adminNoteForm, loadAlert);
  return submit(args, {
    form: adminNoteForm,
    operation: saveAdminNote,
    input: (value) => ({
      ...value,
      userid: alert.userid ?? '',
      ...(alert.applicationid ? { applicationid: alert.applicationid } : {}),
    }),
    done: () => {
      flash(args.context.visit, 'Note saved');
      return redirect(`/admin/pipeline${new URL(args.request.url).search}`);
    },
  });
}

/** Adds a note about the person of an alert. */
export default function NoteOnAlert() {
  const { alert } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Add note">
      <Form id="note" result={useActionData<typeof action>()} check={check} className="dialog-form">
        <DialogBody>
          <p>
            <b>{alertLook[alert.alert_type].label}</b>, {nameOf(alert)}
          </p>
          <input type="hidden" name={fields.note_type.name} value="note" />
          <TextArea field={fields.note} rows={3} hint="Kept with the notes of this person." />
        </DialogBody>
        <DialogFoot>
          <SubmitButton>Save note</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
