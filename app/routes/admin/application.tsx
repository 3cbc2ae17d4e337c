import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { packageDecisionFields, packageWays } from '#modules/applications/fields.ts';
import { packageDecisionForm } from '#modules/applications/forms.ts';
import { readApplicationReview, reviewApplicationDetails } from '#modules/applications/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  Card,
  ChoiceGroup,
  Crumbs,
  checkedBy,
  Facts,
  Form,
  LinkButton,
  Page,
  RadioChoice,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Application review');

const fields = bind(packageDecisionFields);
const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.packageDecisionForm),
);

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.applicationid ?? '';

export function loader(args: LoaderFunctionArgs) {
  return perform(args, readApplicationReview, { applicationid: idOf(args) });
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: packageDecisionForm,
    operation: reviewApplicationDetails,
    input: (value) => ({ ...value, applicationid: idOf(args) }),
    done: (_output, { approve }) => {
      flash(args.context.visit, approve === 'YES' ? 'Application approved' : 'Application rejected');
      return redirect(`/admin/application/${idOf(args)}`);
    },
  });
}

/** A paper application: what the person entered, what came, and the decision (doc3 §3, Application detail). */
export default function ApplicationReview() {
  const detail = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { metadata } = detail;
  const name = [detail.firstname, detail.middlename, detail.lastname, detail.suffix]
    .filter(Boolean)
    .join(' ');
  const when = (instant: Date | null) => (instant ? formatDateTime(instant, timeZone) : 'Not yet');
  const open = detail.outcome === null;
  return (
    <Page
      title={name}
      lead={`Paper application, ${detail.cra_name}`}
      crumbs={<Crumbs trail={[[name, `/admin/user/${detail.userid}`]]}>Application review</Crumbs>}
    >
      {metadata && metadata.signatures_detected === 0 ? (
        <Banner tone="warn" title="No digital signature field is signed.">
          A pen signature isn’t detected. Open the PDF, look at each box, and decide.
        </Banner>
      ) : null}
      {!open ? (
        <Banner tone="plain" title="Decided.">
          This package was {detail.outcome}.
        </Banner>
      ) : null}
      <Card title="What the person entered">
        <Facts
          facts={[
            [
              'Name',
              <Link key="who" to={`/admin/user/${detail.userid}`}>
                {name}
              </Link>,
            ],
            ['Other names', detail.alias_list.map(nameOf).join('; ') || 'None'],
            ['Email', detail.emailaddress],
            ['Date of birth', detail.dateofbirth ? formatDate(detail.dateofbirth) : ''],
            ['Social Security number', detail.ssn ?? ''],
            ['Address', addressOf(detail)],
            ...detail.previous_address_list.map(
              (address, at) => [`Previous address ${at + 1}`, addressOf(address)] as const,
            ),
            ['Started', when(detail.started_dts)],
          ]}
        />
      </Card>
      <Card
        title="Application package"
        aside={
          detail.manual_application_pdf_url ? (
            <LinkButton size="small" icon="download" to={detail.manual_application_pdf_url} reloadDocument>
              Download PDF
            </LinkButton>
          ) : open ? (
            <LinkButton size="small" to="intake" preventScrollReset>
              Take in a paper package
            </LinkButton>
          ) : null
        }
      >
        <Facts
          facts={[
            ['Downloaded', when(detail.manual_application_downloaded)],
            ['Received', when(detail.manual_application_uploaded)],
            ...(detail.received_by ? [['How it came', packageWays[detail.received_by]] as const] : []),
            ...(metadata
              ? ([
                  ['Pages', String(metadata.pages)],
                  ['File size', `${Math.ceil(metadata.filesize / 1024).toLocaleString('en-US')} KB`],
                  ['Signed signature fields', String(metadata.signatures_detected)],
                ] as const)
              : []),
          ]}
        />
      </Card>
      {open ? (
        <Card
          title={metadata ? 'Decision' : 'Stop waiting'}
          {...(metadata
            ? {}
            : { note: 'No package has come. The person is led back to choose again how to sign.' })}
        >
          <Form id="decision" result={result} defaults={{ seen: detail.seen }} check={check}>
            <input type="hidden" name={fields.seen.name} value={detail.seen} />
            {metadata ? (
              <ChoiceGroup field={fields.approve}>
                <div className="row">
                  <RadioChoice field={fields.approve} value="YES" label="Approve" />
                  <RadioChoice field={fields.approve} value="NO" label="Reject" />
                </div>
              </ChoiceGroup>
            ) : (
              <input type="hidden" name={fields.approve.name} value="NO" />
            )}
            <TextArea
              field={fields.resolvenote}
              rows={3}
              hint={`More than 5 characters. ${metadata ? 'If you reject, the' : 'The'} person gets it by email. Don’t include a Social Security number.`}
            />
            <div className="actions">
              <SubmitButton pending="Saving">{metadata ? 'Save decision' : 'Stop waiting'}</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
    </Page>
  );
}

function nameOf(name: { firstname: string; middlename: string; lastname: string }): string {
  return [name.firstname, name.middlename, name.lastname].filter(Boolean).join(' ');
}

function addressOf(address: {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalcode: string;
}): string {
  const street = [address.address1, address.address2].filter(Boolean).join(', ');
  return `${street}, ${address.city}, ${address.state} ${address.postalcode}`;
}
