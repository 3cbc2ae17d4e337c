import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { hourLabel, timeZones } from '#modules/enterprise/fields.ts';
import { alertTypes, subscriptionTypes } from '#modules/network/fields.ts';
import { alertSubscriptionForm } from '#modules/network/forms.ts';
import { countExceptions, getAlertSettings, saveAlertConfig } from '#modules/network/index.ts';
import { alertedStatuses, connectionStatuses } from '#modules/network/statuses.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { submit } from '../../action.server.ts';
import { Card, Facts, Form, LinkButton, List, ListRow, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { SettingsPage } from './settings-page.tsx';
import { Subscriptions } from './subscriptions.tsx';

const path = '/user/alerts/settings';

export const meta = titled('Alert settings');

export async function loader(args: LoaderFunctionArgs) {
  const { deliveries, includestatuses, ...settings } = await perform(args, getAlertSettings, {});
  const statuses = alertTypes.map((type) => [
    `${type}_statuses`,
    alertedStatuses.filter((status) => includestatuses[type]?.includes(status) ?? true),
  ]);
  const { holding: exceptions } = await perform(args, countExceptions, {});
  return { ...settings, exceptions, chosen: { ...deliveries, ...Object.fromEntries(statuses) } };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: alertSubscriptionForm,
    operation: saveAlertConfig,
    input: (value) => ({
      alertconfig: {
        deliveries: forEach(subscriptionTypes, (type) => value[type]),
        includestatuses: forEach(alertTypes, (type) => statusesOf(value[`${type}_statuses`])),
      },
    }),
    done: () => {
      flash(args.context.visit, 'Alert settings saved');
      return redirect(path);
    },
  });
}

const forEach = <K extends string, V>(keys: readonly K[], chosenFor: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, chosenFor(key)])) as Record<K, V>;

/** If all that are shown are checked, the others are told of as well. */
function statusesOf(checked: readonly string[]) {
  const all = alertedStatuses.every((status) => checked.includes(status));
  return connectionStatuses.filter((status) => all || checked.includes(status));
}

export default function AlertSettings() {
  const { chosen, daily_summary_hour, time_zone, owner, members, waiting, exceptions } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SettingsPage tab="Subscribe" exceptions={exceptions}>
      <div className="split">
        <Form
          id="alert-subscriptions"
          result={result}
          defaults={chosen}
          className="stack stack-24"
          key={JSON.stringify(chosen)}
        >
          <Card
            title="What you’re told"
            note="Only for you. You get each alert once: right away or in the daily summary."
            padded={false}
            foot={<SubmitButton>Save</SubmitButton>}
          >
            <Subscriptions />
          </Card>
        </Form>
        <aside className="stack stack-24">
          <Card
            title="Daily summary"
            foot={
              owner ? (
                <LinkButton to="/user/profile/company" size="small">
                  Change in Company Settings
                </LinkButton>
              ) : null
            }
          >
            <Facts
              facts={[
                ['Sent at', hourLabel(daily_summary_hour)],
                ['Time zone', (timeZones as Record<string, string>)[time_zone] ?? time_zone],
                ['In your next one', waiting === 0 ? 'Nothing yet' : formatCount(waiting, 'alert')],
              ]}
            />
            <p className="hint">
              For the whole company, set by its owner. If nothing happened, no email is sent.
            </p>
          </Card>
          <Card title="Who gets what" padded={false}>
            <List label="Who gets what">
              {members.map(({ name, role, own, at_once, daily }, at) => (
                <ListRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: two members can have the same name
                  key={at}
                  title={own ? `${name}, you` : name}
                  note={
                    role === 'viewer'
                      ? 'Nothing, because they’re a viewer'
                      : `${at_once} right away, ${daily} in the daily summary`
                  }
                />
              ))}
            </List>
          </Card>
        </aside>
      </div>
    </SettingsPage>
  );
}
