import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
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

const withdrawable = new Set(['received', 'forwarded']);

export async function loader(args: LoaderFunctionArgs) {
  const { dispute } = await perform(args, getMyDispute, { disputeid: idOf(args) });
  if (dispute.resolved_dts || !withdrawable.has(dispute.state))
    throw redirect(`/user/disputes/${idOf(args)}`);
  return { isBlock: dispute.kind === 'identity-theft', otherIsOpen: dispute.other_case !== null };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: withdrawDispute,
    input: () => ({ disputeid: idOf(args) }),
    refused: {
      'applications.dispute-closed': () => `/user/disputes/${idOf(args)}`,
      'applications.block-decided': () => `/user/disputes/${idOf(args)}`,
    },
    done: () => {
      flash(args.context.visit, 'Case withdrawn');
      return redirect(`/user/disputes/${idOf(args)}`);
    },
  });
}

/** Withdraws the dispute. The report then stays as it is. */
export default function Withdraw() {
  const { isBlock, otherIsOpen } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title={isBlock ? 'Withdraw this request?' : 'Withdraw this dispute?'}>
      <Form id="withdraw-dispute" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            Your report stays as it is and the case is closed.{' '}
            {otherIsOpen
              ? 'Your score stays paused until your other case about this report has ended too.'
              : 'If a score is waiting for your review, you can review it again.'}{' '}
            You can report the same result later.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger">{isBlock ? 'Withdraw request' : 'Withdraw dispute'}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
