import { rowIdFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Form, SubmitButton } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';

const row = bind(rowIdFields);

interface RowButtonProps {
  intent: Intent;
  /** The id of the row; without it, the button is for the whole list. */
  id?: string;
  label: string;
  /** Names the row, for screen readers. */
  about?: string;
}

/** A button in a row that takes effect at once. */
export function RowButton({ intent, id, label, about }: RowButtonProps) {
  return (
    <Form id={`${intent}-${id ?? 'all'}`} intent={intent} summary={false} preventScrollReset>
      <SubmitButton
        kind="default"
        size="small"
        aria-label={about ? `${label}: ${about}` : undefined}
        {...(id ? { name: row.id.name, value: id } : {})}
      >
        {label}
      </SubmitButton>
    </Form>
  );
}
