import {
  type AlertDelivery,
  type AlertType,
  alertSubscriptionFields,
  alertTypes,
  type SubscriptionType,
  subscriptionTypes,
  subscriptionWords,
} from '#modules/network/fields.ts';
import { alertedStatuses, statusLook } from '#modules/network/statuses.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { useField } from '../../components/form/state.ts';
import { CheckOption, RadioChoice } from '../../components/index.ts';

const fields = bind(alertSubscriptionFields);

const ways: readonly [AlertDelivery, string][] = [
  ['ATONCE', 'Right away'],
  ['SUMMARY', 'Daily'],
  ['NO', 'Off'],
];

/** How each type of alert is delivered. Every row is a question of its own. */
export function Subscriptions() {
  return (
    <table className="subscriptions">
      <caption className="sr">What you’re told</caption>
      <thead>
        <tr>
          <th scope="col">Alert</th>
          {ways.map(([way, label]) => (
            <th scope="col" key={way} className="mid">
              {label}
            </th>
          ))}
          <th scope="col">For people who are</th>
        </tr>
      </thead>
      <tbody>
        {subscriptionTypes.map((type) => (
          <tr key={type}>
            <th scope="row">
              <b>{subscriptionWords[type].label}</b>
              <small>{subscriptionWords[type].note}</small>
            </th>
            {ways.map(([way, label]) => (
              <td key={way} className="mid">
                <RadioChoice
                  field={fields[type]}
                  value={way}
                  label={
                    <>
                      <span className="sr">{subscriptionWords[type].label}: </span>
                      <span className="way">{label}</span>
                    </>
                  }
                />
              </td>
            ))}
            <td className="statuses">
              {hasStatuses(type) ? <Statuses type={type} /> : <span className="faint">Not by status</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const hasStatuses = (type: SubscriptionType): type is AlertType => alertTypes.some((each) => each === type);

const labelOf = (status: (typeof alertedStatuses)[number]) =>
  statusLook(status, { connectiontype: 'INDIVIDUAL', invite_expired: false }).label;

function Statuses({ type }: { type: AlertType }) {
  const field = fields[`${type}_statuses`];
  const { values } = useField(field.name);
  const count = alertedStatuses.filter((status) => values.includes(status)).length;
  return (
    <details className="statuses-choice">
      <summary>
        {count === alertedStatuses.length ? 'All statuses' : `${count} of ${alertedStatuses.length} statuses`}
        <span className="sr"> for {subscriptionWords[type].label}</span>
      </summary>
      <div>
        {alertedStatuses.map((status) => (
          <CheckOption key={status} field={field} value={status} label={labelOf(status)} />
        ))}
      </div>
    </details>
  );
}
