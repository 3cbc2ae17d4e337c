import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getAdverseAction, previewFinalNotice, sendFinalNotice } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
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
import { useRoot } from '../shell/use-root.ts';
import { type Case, headline, isOpen, remark } from './adverse-words.ts';
import { Letter } from './parts.tsx';

export const meta = titled('Send final notice?');

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({ adverseid: params.adverseid ?? '' });

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, sendFinalNotice);
  const found = await perform(args, getAdverseAction, idOf(args));
  // An old link: the page of the case says how far it is.
  if (!isOpen(found.adverse.state)) throw redirect(`/user/network/adverse/${found.adverse.id}`);
  const isReady = found.adverse.state === 'ready';
  return { ...found, preview: isReady ? await perform(args, previewFinalNotice, idOf(args)) : null };
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
  const { adverse, preview } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  if (!preview) return <NotYet adverse={adverse} timeZone={timeZone} />;
  return (
    <RouteDialog title="Send final notice?" wide>
      <Form id="final" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            <b>{adverse.person}</b> gets this notice. It can’t be undone.
          </p>
          <Letter content={preview.notice} />
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton kind="danger">Send final notice</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}

/** At its address before the wait is over: why not, and from when. */
function NotYet({ adverse, timeZone }: { adverse: Case; timeZone: string }) {
  return (
    <RouteDialog title="The final notice can’t be sent yet">
      <DialogBody>
        <Banner tone="warn" icon="clock" title={headline(adverse, timeZone)}>
          {remark(adverse, timeZone)}
        </Banner>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}
