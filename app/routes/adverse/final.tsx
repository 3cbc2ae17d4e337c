import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getAdverseAction, sendFinalNotice } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
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
import { perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { isOpen } from './adverse-words.ts';

export const meta = titled('Send final notice?');

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({ adverseid: params.adverseid ?? '' });

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, sendFinalNotice);
  const found = await perform(args, getAdverseAction, idOf(args));
  // An old link: the page of the case says how far it is.
  if (!isOpen(found.adverse.state)) throw redirect(`/user/network/adverse/${found.adverse.id}`);
  return found;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: sendFinalNotice,
    input: () => idOf(args),
    done: () => {
      flash(args.context.visit, 'Final notice sent');
      return redirect(`/user/network/adverse/${idOf(args).adverseid}`);
    },
  });
}

export default function FinalNotice() {
  const { adverse } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Send final notice?">
      <Form id="final" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            <b>{adverse.person}</b> gets your decision with their rights. It can’t be undone.
          </p>
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton kind="danger">Send final notice</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
