import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { getMyDispute, withdrawDispute } from '#modules/applications/index.ts';
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

export const meta = titled('Withdraw this dispute?');

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.disputeid ?? '';

export async function loader(args: LoaderFunctionArgs) {
  const { dispute } = await perform(args, getMyDispute, { disputeid: idOf(args) });
  if (dispute.resolved_dts) throw redirect(`/user/disputes/${idOf(args)}`);
  return null;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: withdrawDispute,
    input: () => ({ disputeid: idOf(args) }),
    done: () => {
      flash(args.context.visit, 'Dispute withdrawn');
      return redirect(`/user/disputes/${idOf(args)}`);
    },
  });
}

/** The report then stays as it is. */
export default function Withdraw() {
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Withdraw this dispute?">
      <Form id="withdraw-dispute" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            Your report stays as it is and the dispute is closed. A score that waits is ready for your review
            again. You can dispute the same result later.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger">Withdraw dispute</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
