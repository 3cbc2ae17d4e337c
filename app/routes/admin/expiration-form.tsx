import { expirationFields } from '#modules/admin/fields.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { answerTo } from '../../components/form/state.ts';
import { checkedBy, Disclose, Form, SubmitButton, TextArea, TextInput } from '../../components/index.ts';
import { LastChange } from './last-change.tsx';
import { recordIntents } from './record-intents.ts';

const fields = bind(expirationFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.expirationForm));

interface ExpirationFormProps {
  /** The first and the last day that can be chosen. */
  bounds: { first: string; last: string };
  /** The answer of the page's action. */
  result: unknown;
}

/** Changes the expiration of the active score, with a note (D71). */
export function ExpirationForm({ bounds, result }: ExpirationFormProps) {
  return (
    <Disclose summary="Change the expiration date" open={answerTo(result, 'expiration') !== undefined}>
      <LastChange of="expiration" />
      <Form id="expiration" intent={recordIntents.expiration} result={result} check={check}>
        <TextInput
          field={fields.new_expiration}
          hint={`From ${formatDate(bounds.first)} to ${formatDate(bounds.last)}.`}
        />
        <TextArea
          field={fields.adminnote}
          hint="Kept with the notes of this person, who reads it in an email about the new date."
          rows={2}
        />
        <div className="actions">
          <SubmitButton kind="default" pending="Saving">
            Save the new date
          </SubmitButton>
        </div>
      </Form>
    </Disclose>
  );
}
