import { mailBrandFields } from '#modules/admin/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Form, Select, SubmitButton } from '../../components/index.ts';

const fields = bind(mailBrandFields);

interface MailBrandProps {
  /** The portal's own first. */
  brands: readonly { host: string; name: string }[];
  /** Of the chosen brand; empty for the portal's own. */
  host: string;
}

/** Chooses the company in whose brand mails are previewed. */
export function MailBrand({ brands, host }: MailBrandProps) {
  const [own, ...companies] = brands;
  return (
    <Form id="brand" method="get" defaults={{ host }} label="Choose a brand">
      <Select
        field={fields.host}
        // Without a company, it is the portal's own.
        optional={false}
        none={`${own?.name ?? 'The portal'} (the portal)`}
        options={companies.map((each) => [each.host, `${each.name} (${each.host})`] as const)}
      />
      <div className="actions">
        <SubmitButton kind="default">Show</SubmitButton>
      </div>
    </Form>
  );
}

/** The query of a preview's address. */
export const brandQuery = (host: string) => (host ? `?host=${encodeURIComponent(host)}` : '');
