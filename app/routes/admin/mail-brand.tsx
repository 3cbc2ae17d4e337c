import { mailBrandFields } from '#modules/admin/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Form, Select, SubmitButton } from '../../components/index.ts';

const fields = bind(mailBrandFields);

/** Chooses the company in whose brand mails are previewed. */
export function MailBrand({ hosts, host }: { hosts: readonly string[]; host: string }) {
  const [own = '', ...branded] = hosts;
  return (
    <Form id="brand" method="get" defaults={{ host }} label="Choose a brand">
      <Select
        field={fields.host}
        none={`The portal (${own})`}
        options={branded.map((each) => [each, each] as const)}
      />
      <div className="actions">
        <SubmitButton kind="default">Show</SubmitButton>
      </div>
    </Form>
  );
}

/** The query of a preview's address. */
export const brandQuery = (host: string) => (host ? `?host=${encodeURIComponent(host)}` : '');
