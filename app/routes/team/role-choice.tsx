import { teamInviteFields } from '#modules/enterprise/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { ChoiceGroup, RadioChoice } from '../../components/index.ts';
import { roleLabels, roleNotes } from './team-words.ts';

const { role: field } = bind(teamInviteFields);

/** The role that a member gets, with what it allows. */
export function RoleChoice() {
  return (
    <ChoiceGroup field={field}>
      {(['viewer', 'admin'] as const).map((role) => (
        <RadioChoice key={role} field={field} value={role} label={roleLabels[role]} note={roleNotes[role]} />
      ))}
    </ChoiceGroup>
  );
}
