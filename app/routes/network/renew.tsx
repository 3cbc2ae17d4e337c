import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requestRenewal } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  Impossible,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow } from './row.server.ts';

export const meta = titled('Request Renewal');

export const loader = (args: LoaderFunctionArgs) => loadRow(args, requestRenewal, 'requestrenewal');

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: requestRenewal,
    input: () => ({ connectionid: args.params.connectionid ?? '' }),
    done: () => {
      flash(args.context.visit, networkTexts['network.renewal-requested']);
      return redirect(`/user/network${new URL(args.request.url).search}`);
    },
  });
}

export default function Renew() {
  const { name, reason } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (reason) return <Impossible title="Request Renewal" reason={reason} />;
  return (
    <RouteDialog title="Request Renewal">
      <Form id="renew" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            We’ll email <b>{name}</b> that you ask them to renew their background check. Whether they renew is
            up to them.
          </p>
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton>Request Renewal</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
