import { identityCorrectionFields } from '#modules/admin/fields.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { answerTo } from '../../components/form/state.ts';
import { checkedBy, Fold, Form, SubmitButton, TextArea, TextInput } from '../../components/index.ts';
import { recordIntents } from './record-intents.ts';

const fields = bind(identityCorrectionFields);

const check = checkedBy(() =>
  import('#modules/admin/forms.ts').then((forms) => forms.identityCorrectionForm),
);

interface IdentitySectionProps {
  profile: {
    firstname: string;
    middlename: string;
    lastname: string;
    namesuffix: string;
    dateofbirth: string | null;
  };
  /** The answer of the page's action. */
  result: unknown;
}

/** Corrects a name and date of birth that are locked because a check was accepted (D98). */
export function IdentitySection({ profile, result }: IdentitySectionProps) {
  const { firstname, middlename, lastname, namesuffix, dateofbirth } = profile;
  return (
    <Fold
      id="identity"
      title="Correct the Name or Date of Birth"
      open={answerTo(result, 'identity-correction') !== undefined}
    >
      <Form
        id="identity-correction"
        intent={recordIntents.identity}
        result={result}
        defaults={{
          firstname,
          middlename,
          lastname,
          namesuffix,
          dateofbirth: dateofbirth ? formatDate(dateofbirth) : '',
        }}
        check={check}
      >
        <div className="cols">
          <TextInput field={fields.firstname} />
          <TextInput field={fields.middlename} />
          <TextInput field={fields.lastname} />
          <TextInput field={fields.namesuffix} />
          <TextInput field={fields.dateofbirth} />
        </div>
        <TextArea
          field={fields.reason}
          hint="Kept in the audit log. We’ll email the person which details changed. Existing scores keep the name they were issued under."
          rows={2}
        />
        <div className="actions">
          <SubmitButton pending="Saving">Save correction</SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}
