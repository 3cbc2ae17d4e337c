import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deleteBulk, getBulkInvitation } from '#modules/network/index.ts';
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

export const meta = titled('Delete this file?');

export async function loader(args: LoaderFunctionArgs) {
  const { about } = await bulkHome(args);
  const { bulk } = await perform(args, getBulkInvitation, { ...about, bulkid: args.params.bulkid ?? '' });
  return { bulk };
}

export async function action(args: ActionFunctionArgs) {
  const { about, base } = await bulkHome(args);
  const bulkid = args.params.bulkid ?? '';
  return submit(args, {
    form: buttonForm,
    operation: deleteBulk,
    input: () => ({ ...about, bulkid }),
    refused: { 'network.bulk-started': () => `${base}/${bulkid}` },
    done: () => {
      flash(args.context.visit, 'File deleted');
      return redirect(base);
    },
  });
}

/** Deletes a file that was never sent (D132). */
export default function Delete() {
  const { bulk } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Delete this file?">
      <Form id="delete" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            <b className="anywhere">{bulk.file_name}</b> and its rows are deleted. No one was invited from it.
          </p>
        </DialogBody>
        <DialogFoot cancel="Keep it">
          <SubmitButton kind="danger" pending="Deleting">
            Delete
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
