import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { alertAssignmentFields, alertClosingFields, alertDismissalFields } from '#modules/admin/fields.ts';
import { alertAssignmentForm, alertClosingForm, alertDismissalForm } from '#modules/admin/forms.ts';
import { assignAlerts, closeAlerts, dismissAlerts, previewAlerts } from '#modules/admin/index.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../../action.server.ts';
import {
  Banner,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  Select,
  SubmitButton,
  TextArea,
} from '../../../components/index.ts';
import { perform } from '../../../door.server.ts';
import { flash } from '../../../flash.server.ts';
import { titled } from '../../../title.ts';
import { alertLook } from './words.ts';

export const meta = titled('Selected alerts');

const assignment = bind(alertAssignmentFields);
const dismissal = bind(alertDismissalFields);
const closing = bind(alertClosingFields);
const forms = () => import('#modules/admin/forms.ts');
const checks = {
  assign: checkedBy(() => forms().then((all) => all.alertAssignmentForm)),
  dismiss: checkedBy(() => forms().then((all) => all.alertDismissalForm)),
  close: checkedBy(() => forms().then((all) => all.alertClosingForm)),
};

const way = z.enum(['assign', 'dismiss', 'close']);

function readSelection(request: Request) {
  const query = new URL(request.url).searchParams;
  const action = way.safeParse(query.get('action'));
  const found = previewAlerts.input.safeParse({ alertids: query.getAll('selected') });
  return action.success && found.success ? { action: action.data, ...found.data } : null;
}

/** The address of the queue, with its filters but without the selection. */
function queueSearch(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('selected');
  query.delete('action');
  return query.size > 0 ? `?${query}` : '';
}

export async function loader(args: LoaderFunctionArgs) {
  const selection = readSelection(args.request);
  if (!selection) return null;
  const { action, alertids } = selection;
  return { action, ...(await perform(args, previewAlerts, { alertids })) };
}

const alerts = (count: number) => formatCount(count, 'alert');

export async function action(args: ActionFunctionArgs) {
  const selection = readSelection(args.request);
  const back = `/admin/pipeline${queueSearch(new URL(args.request.url).search)}`;
  if (!selection) return redirect(back);
  const { alertids } = selection;
  const done = (what: string) => (outcome: { done: number; settled: number }) => {
    const left = outcome.settled > 0 ? ` ${alerts(outcome.settled)} skipped: no longer open.` : '';
    flash(args.context.visit, `${alerts(outcome.done)} ${what}.${left}`, outcome.done > 0 ? 'ok' : 'bad');
    return redirect(back);
  };
  if (selection.action === 'assign') {
    return submit(args, {
      form: alertAssignmentForm,
      operation: assignAlerts,
      input: ({ assignee }) => ({ assignee, alertids }),
      done: done('assigned'),
    });
  }
  if (selection.action === 'dismiss') {
    return submit(args, {
      form: alertDismissalForm,
      operation: dismissAlerts,
      input: ({ note }) => ({ note, alertids }),
      done: done('dismissed'),
    });
  }
  return submit(args, {
    form: alertClosingForm,
    operation: closeAlerts,
    input: ({ note }) => ({ note, alertids }),
    done: done('closed'),
  });
}

const titles = { assign: 'Assign alerts', dismiss: 'Dismiss alerts', close: 'Close alerts' };
const buttons = { assign: 'Assign', dismiss: 'Dismiss', close: 'Close' };

const consequences = {
  assign: null,
  dismiss: 'They leave the list, and come back if they’re raised again. Their deadlines keep running.',
  close: 'Use this once what they asked for is done. They come back if they’re raised again.',
};

/** Does the same with the selected alerts: says which they are, and asks for what it needs. */
export default function SelectedAlerts() {
  const selection = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const back = { search: queueSearch(search) };
  if (!selection || selection.open.length === 0) {
    return (
      <RouteDialog title="Nothing selected" closeTo={back}>
        <DialogBody>
          <p className="muted">
            {selection
              ? 'The selected alerts are no longer open.'
              : 'Select alerts first, then choose an action.'}
          </p>
        </DialogBody>
        <DialogFoot cancel="Close" />
      </RouteDialog>
    );
  }
  const { action: asked, open, others, settled, staff } = selection;
  const hint = 'Kept with the notes of each person, and in the audit log.';
  return (
    <RouteDialog title={titles[asked]} closeTo={back}>
      <Form id={asked} result={result} check={checks[asked]} className="dialog-form">
        <DialogBody>
          <ul className="small">
            {open.map(({ alert_type: type, count }) => (
              <li key={type}>
                {alertLook[type].tab}: <b>{count}</b>
              </li>
            ))}
          </ul>
          {consequences[asked] ? <p className="muted">{consequences[asked]}</p> : null}
          {asked === 'assign' && others > 0 ? (
            <Banner tone="warn">{alerts(others)} will be taken from someone else.</Banner>
          ) : null}
          {settled > 0 ? <Banner tone="warn">{alerts(settled)} won’t change: no longer open.</Banner> : null}
          {asked === 'assign' ? (
            <Select
              field={assignment.assignee}
              options={staff.map(({ userid, name }) => [userid, name] as const)}
              none="Nobody"
            />
          ) : null}
          {asked === 'dismiss' ? <TextArea field={dismissal.note} rows={3} hint={hint} /> : null}
          {asked === 'close' ? <TextArea field={closing.note} rows={3} hint={hint} /> : null}
        </DialogBody>
        <DialogFoot>
          <SubmitButton>{buttons[asked]}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
