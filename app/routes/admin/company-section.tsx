import type { useFetcher } from '@remix-run/react';
import type { getUserCompany } from '#modules/admin/index.ts';
import { companyDetailsFields, dayHours, hourLabel, timeZones } from '#modules/enterprise/fields.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Card,
  checkedBy,
  Facts,
  Form,
  Select,
  ShieldId,
  StateSelect,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { AttestationNote } from '../network/attestation-note.tsx';
import { companyIntents } from './branding-intents.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { HoldLine } from './legal-hold.tsx';
import { InPlace } from './save-bar.tsx';

const fields = bind(companyDetailsFields);
const check = checkedBy(() =>
  import('#modules/enterprise/forms.ts').then((forms) => forms.companyDetailsForm),
);

interface CompanySectionProps {
  company: NonNullable<OutputOf<typeof getUserCompany>['company']>;
  /** Their full name. */
  owner: string;
  fetcher: ReturnType<typeof useFetcher>;
  /** The answer of the page's action. */
  result: unknown;
}

/** A company's names, contacts, hours and ids, which staff can change here (D99), and what cannot be changed. */
export function CompanySection({ company, owner, fetcher, result }: CompanySectionProps) {
  const { details, seen, shieldlinkid, purpose_attested } = company;
  const shown = {
    ...details,
    company_phone: formatPhone(details.company_phone),
    accounting_phone: formatPhone(details.accounting_phone),
    accounting_email: showEmailAddress(details.accounting_email),
    tax_id: '',
  };
  return (
    <Card id="company" className="sec" title="Company" aside={<LastChange of="details" />}>
      <Facts
        facts={[
          ['ShieldLink ID', <ShieldId key="shieldlink" value={shieldlinkid} />],
          ['Owner', owner],
          ['Permissible purpose', <AttestationNote key="purpose" attested={purpose_attested} />],
        ]}
      />
      <Form
        id="details"
        intent={companyIntents.details}
        fetcher={fetcher}
        result={result}
        defaults={shown}
        check={check}
        label="Company"
      >
        <ChangedMeanwhile fields={companyDetailsFields} saved={shown} />
        <input type="hidden" name={fields.seen.name} value={seen} />
        <InPlace />
        <div className="cols">
          <TextInput field={fields.company_name} />
          <TextInput field={fields.legal_business_name} />
          <TextInput field={fields.company_phone} />
          <TextInput field={fields.company_address1} />
          <TextInput field={fields.company_address2} />
          <TextInput field={fields.company_city} />
          <StateSelect field={fields.company_state} />
          <TextInput field={fields.company_postalcode} />
          <TextInput field={fields.contact_firstname} />
          <TextInput field={fields.contact_lastname} />
          <Select field={fields.time_zone} none="Choose" options={Object.entries(timeZones)} />
          <Select
            field={fields.daily_summary_hour}
            none="Choose"
            options={dayHours.map((hour) => [hour, hourLabel(hour)])}
          />
          <TextInput field={fields.accounting_email} />
          <TextInput field={fields.accounting_phone} />
          <TextInput
            // Empty again after it was saved.
            key={details.tax_id}
            field={fields.tax_id}
            hint={details.tax_id ? `On file: ${details.tax_id}. Enter a new one to replace it.` : undefined}
          />
          <TextInput field={fields.crm_id} />
          <TextInput field={fields.accounting_id} />
        </div>
        <div className="actions without-script">
          <SubmitButton intent={companyIntents.details} pending="Saving">
            Save company
          </SubmitButton>
        </div>
      </Form>
      <HoldLine
        holds={company.legal_holds}
        to={`/admin/user/${company.owner_userid}/enterprise/hold`}
        about={company.company_name}
      />
    </Card>
  );
}
