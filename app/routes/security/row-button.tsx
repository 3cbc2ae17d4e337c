import { rowIdFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Form, SubmitButton } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';

const row = bind(rowIdFields);

interface RowButtonProps {
  intent: Intent;
  /** The row's; without one the button is about the whole list. */
  id?: string;
  label: string;
  /** Which row, for screen readers. */
  about?: string;
}

/** A button of a row that acts at once. */
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
