import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { checkUnsubscribe, unsubscribe } from '#modules/network/index.ts';
import { Banner, Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';

export const meta = () => [{ title: 'Stop invitations - ShieldHub' }];

export function loader(args: LoaderFunctionArgs) {
  return perform(args, checkUnsubscribe, { token: args.params.token ?? '' });
}

/** Also serves the one-click POST of mail programs (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  await perform(args, unsubscribe, { token: args.params.token ?? '' });
  return data({ done: true });
}

/** Opening the link changes nothing, because mail scanners follow links too. */
export default function Unsubscribe() {
  const done = useActionData<typeof action>()?.done;
  return (
    <SoloCard
      title="Stop invitations"
      lead={done ? undefined : 'We send no more invitations to your e-mail address.'}
    >
      {done ? (
        <Banner tone="ok" live="status">
          You get no more invitations by e-mail.
        </Banner>
      ) : (
        <Form id="unsubscribe" summary={false}>
          <SubmitButton size="large" wide>
            Stop invitations
          </SubmitButton>
        </Form>
      )}
    </SoloCard>
  );
}
