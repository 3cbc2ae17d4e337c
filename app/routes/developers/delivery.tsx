import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getWebhookDelivery } from '#modules/enterprise/index.ts';
import { DialogBody, DialogFoot, Facts, RouteDialog } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { Answer, SendAgain } from './deliveries-card.tsx';

export const meta = titled('Delivery');

export const loader = (args: LoaderFunctionArgs) =>
  perform(args, getWebhookDelivery, { deliveryid: args.params.deliveryid ?? '' });

/** One delivery, with what was sent and answered at its last try. */
export default function Delivery() {
  const delivery = useLoaderData<typeof loader>();
  const { event_type, address, tries, headers, body, answer_body } = delivery;
  return (
    <RouteDialog title={event_type} wide>
      <DialogBody>
        <Facts
          facts={[
            [
              'Endpoint',
              <span key="address" className="webhook-address">
                {address}
              </span>,
            ],
            ['Response', <Answer key="answer" of={delivery} />],
            ['Attempts', tries],
          ]}
        />
        <h2 className="label">Sent</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre className="sent" tabIndex={0}>
          {headers ? `${headers}\n\n${body}` : body}
        </pre>
        {answer_body ? (
          <>
            <h2 className="label">Answered</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
            <pre className="sent" tabIndex={0}>
              {answer_body}
            </pre>
          </>
        ) : null}
      </DialogBody>
      <DialogFoot cancel="Close">
        {delivery.state === 'waiting' ? null : <SendAgain delivery={delivery} form="opened-again" />}
      </DialogFoot>
    </RouteDialog>
  );
}
