import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useParams, useRouteLoaderData } from '@remix-run/react';
import { reasonFields } from '#modules/admin/fields.ts';
import { reasonForm } from '#modules/admin/forms.ts';
import { cancelJob } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../../components/index.ts';
import { flash } from '../../../flash.server.ts';
import { titled } from '../../../title.ts';
import type { loader as loadQueues } from './page.tsx';
import { sayNotWaiting } from './say-not-waiting.server.ts';
import { jobWords } from './words.ts';

export const meta = titled('Cancel job');

const fields = bind(reasonFields);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: reasonForm,
    operation: cancelJob,
    input: ({ reason }) => ({ jobid: args.params.jobid ?? '', reason }),
    done: () => {
      flash(args.context.visit, 'Job canceled');
      return redirect('/admin/queues');
    },
    instead: { 'not-found': () => sayNotWaiting(args) },
  });
}

/** Takes a job out of the queue for good, with a reason. */
export default function CancelJob() {
  const { jobid = '' } = useParams();
  const queues = useRouteLoaderData<typeof loadQueues>('routes/admin/queues/page');
  // The list is cut, so that the job may not be in it.
  const name = queues?.jobs.find(({ id }) => id === jobid)?.name;
  return (
    <RouteDialog title="Cancel this job?">
      <Form id="cancel-job" result={useActionData<typeof action>()} className="dialog-form">
        <DialogBody>
          <p>
            <b>{name ? jobWords(name) : 'Job'}</b>, {jobid}
            <br />
            Its work won’t be done, and the job can’t be brought back.
          </p>
          <TextArea field={fields.reason} rows={2} hint="Kept in the audit log." />
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Canceling">
            Cancel job
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
