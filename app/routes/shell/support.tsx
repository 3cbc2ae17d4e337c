import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { supportFields } from '#modules/enterprise/fields.ts';
import { supportForm } from '#modules/enterprise/forms.ts';
import { askSupport, getSupport } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  checkedBy,
  Facts,
  Form,
  SoloCard,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Support');

const fields = bind(supportFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.supportForm));

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getSupport, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, { form: supportForm, operation: askSupport, done: () => data({ sent: true }) });
}

/** The brand's support: phone, email, and a form that is mailed to it (D88). */
export default function Support() {
  const { company_name, phone, emailaddress, help_url, caller } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sent = result && 'sent' in result;
  return (
    <SoloCard title="Contact support" lead={`${company_name} can help with questions about the portal.`}>
      <Facts
        facts={[
          ...(phone
            ? [
                [
                  'Phone',
                  <a key="phone" href={`tel:${phone}`}>
                    {formatPhone(phone)}
                  </a>,
                ] as const,
              ]
            : []),
          ...(emailaddress
            ? [
                [
                  'Email',
                  <a key="email" className="anywhere" href={`mailto:${emailaddress}`}>
                    {showEmailAddress(emailaddress)}
                  </a>,
                ] as const,
              ]
            : []),
          ...(help_url
            ? [
                [
                  'Help pages',
                  <a key="help" className="anywhere" href={help_url}>
                    {help_url}
                  </a>,
                ] as const,
              ]
            : []),
        ]}
      />
      {sent ? (
        <>
          <Banner tone="ok" live="status">
            {enterpriseTexts['support.sent']}
          </Banner>
          <p className="small">
            <Link to={caller ? '/user' : '/login'}>{caller ? 'Back to Home' : 'Back to Login'}</Link>
          </p>
        </>
      ) : (
        <Form
          id="support"
          result={result}
          defaults={{ name: caller?.name ?? '', emailaddress: showEmailAddress(caller?.emailaddress ?? '') }}
          check={check}
        >
          <TextInput field={fields.name} />
          <TextInput field={fields.emailaddress} />
          <TextArea
            field={fields.message}
            hint="Don’t include a Social Security number or card number."
            rows={6}
          />
          <SubmitButton size="large" wide pending="Sending">
            Send message
          </SubmitButton>
        </Form>
      )}
    </SoloCard>
  );
}
