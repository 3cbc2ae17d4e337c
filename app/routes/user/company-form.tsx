import { Link } from '@remix-run/react';
import {
  companySettingsFields,
  dayHours,
  hourLabel,
  permissiblePurposes,
  timeZones,
} from '#modules/enterprise/fields.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Card,
  checkedBy,
  Facts,
  Form,
  Select,
  StateSelect,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { ChangedMeanwhile } from '../admin/changed-meanwhile.tsx';
import { AttestationNote, type Attested } from '../network/attestation-note.tsx';
import { companyIntents, seenPrefix } from './profile-intents.ts';
import { SavedField, SavingToast } from './saved-field.tsx';

const fields = bind(companySettingsFields);
const check = checkedBy(() =>
  import('#modules/enterprise/forms.ts').then((forms) => forms.companySettingsForm),
);

type SettingName = keyof typeof companySettingsFields;
type Settings = Record<SettingName, string>;
type ChosenName = 'time_zone' | 'daily_summary_hour' | 'permissible_purpose';
type TypedName = Exclude<SettingName, ChosenName | 'company_state'>;

const options: Record<ChosenName, readonly (readonly [value: string, label: string])[]> = {
  time_zone: Object.entries(timeZones),
  daily_summary_hour: dayHours.map((hour) => [hour, hourLabel(hour)]),
  permissible_purpose: Object.entries(permissiblePurposes),
};

/** The settings in the form in which their fields show them. The tax ID is not sent to the page. */
function shownValues(settings: Settings): Settings {
  return {
    ...settings,
    accounting_email: showEmailAddress(settings.accounting_email),
    company_phone: formatPhone(settings.company_phone),
    accounting_phone: formatPhone(settings.accounting_phone),
    tax_id: '',
  };
}

interface FieldProps<N extends SettingName> {
  name: N;
  values: Settings;
  hint?: string;
}

function Typed({ name, values, hint }: FieldProps<TypedName>) {
  return (
    <SavedField name={name} value={values[name]}>
      {(parts) => <TextInput field={fields[name]} hint={hint} {...parts} />}
    </SavedField>
  );
}

function Chosen({ name, values, hint }: FieldProps<ChosenName>) {
  const { field } = fields[name];
  return (
    <SavedField name={name} value={values[name]}>
      {(parts) => (
        <Select
          field={fields[name]}
          options={options[name]}
          none={field.missing}
          hint={hint}
          {...parts}
          onChange={parts.onBlur}
        />
      )}
    </SavedField>
  );
}

interface CompanyFormProps {
  name: string;
  settings: Settings;
  /** Who attested the permissible purpose; null if nobody has. */
  attested: Attested | null;
  /** The answer of the page's action. */
  result: unknown;
}

/**
 * The company's settings. Each is saved when the person leaves its field. Without script, the Save button saves all of
 * them.
 */
export function CompanyForm({ name, settings, attested, result }: CompanyFormProps) {
  const values = shownValues(settings);
  const { tax_id: _secret, ...seen } = values;
  return (
    <Form
      id="company"
      intent={companyIntents.company}
      result={result}
      defaults={values}
      className="stack stack-24"
      check={check}
    >
      <ChangedMeanwhile fields={companySettingsFields} saved={values} />
      {Object.entries(seen).map(([key, value]) => (
        <input key={key} type="hidden" name={seenPrefix + key} value={value} />
      ))}
      <SavingToast>
        <Card title="Company">
          <Facts facts={[['Company name', name]]} />
          <p className="hint">
            To change the name, the host, or the branding, <Link to="/support">contact support</Link>.
          </p>
          <div className="pair">
            <Typed name="company_address1" values={values} />
            <Typed name="company_address2" values={values} />
          </div>
          <div className="pair">
            <Typed name="company_city" values={values} />
            <SavedField name="company_state" value={values.company_state}>
              {(parts) => <StateSelect field={fields.company_state} {...parts} onChange={parts.onBlur} />}
            </SavedField>
            <Typed name="company_postalcode" values={values} />
          </div>
          <Typed name="company_phone" values={values} />
        </Card>
        <Card title="Contacts">
          <div className="pair">
            <Typed name="contact_firstname" values={values} />
            <Typed name="contact_lastname" values={values} />
          </div>
          <div className="pair">
            <Typed name="accounting_email" values={values} />
            <Typed name="accounting_phone" values={values} />
          </div>
        </Card>
        <Card title="Time">
          <div className="pair">
            <Chosen name="time_zone" values={values} />
            <Chosen name="daily_summary_hour" values={values} />
          </div>
        </Card>
        <Card title="Compliance">
          <Chosen
            name="permissible_purpose"
            values={values}
            hint="Why your company may use background reports under the Fair Credit Reporting Act"
          />
          <AttestationNote attested={attested} />
          <Typed
            name="tax_id"
            values={values}
            hint={
              settings.tax_id
                ? `On file: ${settings.tax_id}. Enter a new one to replace it.`
                : 'Your EIN, or your SSN if you’re a sole owner. We store it encrypted.'
            }
          />
        </Card>
      </SavingToast>
      <div className="actions without-script">
        <SubmitButton pending="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
