import { webhookEvents, webhookFields } from '#modules/enterprise/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { CheckOption, ChoiceGroup } from '../../components/index.ts';

const { events } = bind(webhookFields);

/** Which events an endpoint gets. */
export function EventChoices({ chosen = [] }: { chosen?: readonly string[] }) {
  return (
    <ChoiceGroup field={events}>
      {Object.entries(webhookEvents).map(([event, label]) => (
        <CheckOption
          key={event}
          field={events}
          value={event}
          label={label}
          note={<code>{event}</code>}
          {...(chosen.includes(event) ? { defaultChecked: true } : {})}
        />
      ))}
    </ChoiceGroup>
  );
}
