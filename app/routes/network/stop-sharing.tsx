import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { checkStopLink, stopSharing } from '#modules/network/index.ts';
import { Banner, DeadLink, Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Stop sharing');

const token = ({ params }: LoaderFunctionArgs) => ({ token: params.token ?? '' });

export async function loader(args: LoaderFunctionArgs) {
  const found = await attempt(args, checkStopLink, token(args));
  if (found.ok) return data(found.output);
  if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
  return data(null, { status: 404 });
}

export async function action(args: ActionFunctionArgs) {
  const stopped = await attempt(args, stopSharing, token(args));
  if (stopped.ok) return data(null);
  if (!leadsNowhere(stopped.code)) throw errorPage(stopped.refusal);
  return data(null, { status: 404 });
}

/** Where the mail about an invitation that was accepted automatically leads. Opening it changes nothing (D108). */
export default function StopSharing() {
  const share = useLoaderData<typeof loader>();
  if (share === null)
    return <DeadLink lead="Log in and open My Network to see who you share with and to stop sharing." />;
  const { network, active } = share;
  const again = 'You can turn sharing on again in My Network.';
  if (active) {
    return (
      <SoloCard title="Stop sharing" lead={`${network} sees your ShieldScore. ${again}`}>
        <Form id="stop-sharing" summary={false}>
          <SubmitButton size="large" wide pending="Stopping">
            Stop sharing
          </SubmitButton>
        </Form>
      </SoloCard>
    );
  }
  return (
    <SoloCard title="You no longer share">
      <Banner tone="ok" live="status">
        {network} doesn’t see your ShieldScore. {again}
      </Banner>
    </SoloCard>
  );
}
