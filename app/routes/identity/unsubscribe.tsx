import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { checkUnsubscribe, unsubscribe } from '#modules/identity/index.ts';
import { Banner, DeadLink, Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Unsubscribe');

export async function loader(args: LoaderFunctionArgs) {
  const found = await attempt(args, checkUnsubscribe, { token: args.params.token ?? '' });
  if (found.ok) return data({ dead: false as const, list: found.output.list });
  if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
  return data({ dead: true as const }, { status: 404 });
}

/** Also handles the one-click POST of mail programs (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const asked = await attempt(args, unsubscribe, { token: args.params.token ?? '' });
  if (asked.ok) return data({ dead: false });
  if (!leadsNowhere(asked.code)) throw errorPage(asked.refusal);
  return data({ dead: true }, { status: 404 });
}

const words = {
  invitations: {
    title: 'Stop invitations',
    lead: 'We’ll stop sending network invitations to your email address.',
    done: 'You won’t receive any more invitations by email.',
  },
  renewal: {
    title: 'Stop renewal reminders',
    lead: 'We’ll stop emailing you before your ShieldID expires.',
    done: 'You won’t receive any more renewal reminders by email.',
  },
  alerts: {
    title: 'Stop alerts',
    lead: 'We’ll stop emailing you each alert about your company’s network. Your daily summary doesn’t change.',
    done: 'You won’t receive individual alerts by email anymore. You can choose again in your alert settings.',
  },
  'alert-summary': {
    title: 'Stop daily summaries',
    lead: 'We’ll stop emailing you the daily summary of your company’s network. Alerts that you get right away don’t change.',
    done: 'You won’t receive any more daily summaries. You can choose again in your alert settings.',
  },
};

/** Opening the link changes nothing, because mail scanners also follow links. */
export default function Unsubscribe() {
  const answer = useActionData<typeof action>();
  const link = useLoaderData<typeof loader>();
  if (link.dead || answer?.dead) {
    return (
      <DeadLink lead="Use the link at the bottom of a more recent email, or log in and change your preferences in your profile." />
    );
  }
  const done = Boolean(answer);
  const { title, lead, done: after } = words[link.list];
  return (
    <SoloCard title={title} lead={done ? undefined : lead}>
      {done ? (
        <Banner tone="ok" live="status">
          {after}
        </Banner>
      ) : (
        <Form id="unsubscribe" summary={false}>
          <SubmitButton size="large" wide>
            {title}
          </SubmitButton>
        </Form>
      )}
    </SoloCard>
  );
}
