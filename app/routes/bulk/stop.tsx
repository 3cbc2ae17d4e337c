import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { controlBulk, getBulkInvitation } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { bulkHome } from './bulk-home.server.ts';
import { invitations, progressOf } from './bulk-words.ts';

export const meta = titled('Stop the rest?');

export async function loader(args: LoaderFunctionArgs) {
  const { about } = await bulkHome(args);
  const { bulk } = await perform(args, getBulkInvitation, { ...about, bulkid: args.params.bulkid ?? '' });
  return { bulk };
}

export async function action(args: ActionFunctionArgs) {
  const { about, base } = await bulkHome(args);
  const bulkid = args.params.bulkid ?? '';
  const path = `${base}/${bulkid}`;
  return submit(args, {
    form: buttonForm,
    operation: controlBulk,
    input: () => ({ ...about, bulkid, action: 'cancel' as const }),
    refused: { 'network.bulk-not-sending': () => path },
    done: () => {
      flash(args.context.visit, 'Bulk invitation stopped');
      return redirect(path);
    },
  });
}

/** Stops the sending for good. What was sent stays (D132). */
export default function Stop() {
  const { bulk } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const rest = progressOf(bulk).all - bulk.sent;
  return (
    <RouteDialog title="Stop the rest?">
      <Form id="stop" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            {invitations(bulk.sent)} {bulk.sent === 1 ? 'is sent and stays' : 'are sent and stay'}.{' '}
            {invitations(rest)} {rest === 1 ? 'is' : 'are'} not sent. You can upload the file again later.
          </p>
        </DialogBody>
        <DialogFoot cancel={bulk.state === 'paused' ? 'Keep it paused' : 'Keep sending'}>
          <SubmitButton kind="danger" pending="Stopping">
            Stop
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
