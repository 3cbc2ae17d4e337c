import { companyFields } from '#modules/enterprise/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, checkedBy, Form, StateSelect, SubmitButton, TextInput } from '../../components/index.ts';
import { companyIntents } from './branding-intents.ts';

const fields = bind(companyFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.companyForm));

interface NewCompanyProps {
  /** Of the person who will own it. */
  name: string;
  brandedHostSuffix: string;
  result: unknown;
}

/** Creates a company for a person who has none (D60). */
export function NewCompany({ name, brandedHostSuffix, result }: NewCompanyProps) {
  return (
    <Card title="Create a company">
      <p className="muted">{name} will own it, manage its team, and see its network.</p>
      <Form id="company" intent={companyIntents.create} result={result} check={check}>
        <div className="cols">
          <TextInput field={fields.company_name} />
          <TextInput field={fields.legal_business_name} />
          <TextInput field={fields.company_phone} />
          <TextInput field={fields.support_email} />
          <TextInput field={fields.company_address1} />
          <TextInput field={fields.company_address2} />
          <TextInput field={fields.company_city} />
          <StateSelect field={fields.company_state} />
          <TextInput field={fields.company_postalcode} />
          <TextInput
            field={fields.branding_hostname}
            hint={`The part before ${brandedHostSuffix}. Leave empty for no client portal.`}
          />
        </div>
        <div className="actions">
          <SubmitButton pending="Creating">Create company</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
