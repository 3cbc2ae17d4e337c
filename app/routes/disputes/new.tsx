import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { disputeFields } from '#modules/applications/fields.ts';
import { disputeForm } from '#modules/applications/forms.ts';
import { getMyApplication, listMyDisputes, openDispute } from '#modules/applications/index.ts';
import { applicationsTimings } from '#modules/applications/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Crumbs, checkedBy, Form, LinkButton, Page, SubmitButton, TextArea } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { IdentityTheftLink, ItemChoices } from './item-choices.tsx';

export const meta = titled('Dispute my report');

const fields = bind(disputeFields);
const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.disputeForm));

const idOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(request.url).searchParams.get('applicationid') ?? '';

export async function loader(args: LoaderFunctionArgs) {
  const applicationid = idOf(args);
  const { disputes } = await perform(args, listMyDisputes, {});
  // The address was typed by hand; the home page lists the checks to choose from.
  if (!applicationid) throw redirect('/user');
  const { application, pendingapproval } = await perform(args, getMyApplication, { applicationid });
  const open = disputes.filter((each) => each.open && each.applicationid === applicationid);
  const same = open.find(({ kind }) => kind === 'error');
  if (same) throw redirect(`/user/disputes/${same.disputeid}`);
  if ((application.composite_status_code !== 'done' && open.length === 0) || !pendingapproval) {
    throw redirect('/user');
  }
  return { application, searches: pendingapproval.findings.map(({ search }) => search) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: disputeForm,
    operation: openDispute,
    input: ({ items, errortext }) => ({ applicationid: idOf(args), items: [...items], errortext }),
    done: ({ disputeid }) => redirect(`/user/disputes/${disputeid}`),
  });
}

/** Reports an error in the report of a score that is active, or that waits because of a request for a block. */
export default function NewDispute() {
  const { application, searches } = useLoaderData<typeof loader>();
  return (
    <Page
      narrow
      title="Dispute my report"
      crumbs={<Crumbs trail={[['Home', '/user']]}>Dispute</Crumbs>}
      lead={`${application.provider} must look into it, free of charge, and respond within ${formatDuration(applicationsTimings['dispute.due'])}. Until then no one in your network sees your score.`}
    >
      <Form id="dispute" result={useActionData<typeof action>()} check={check} className="stack stack-24">
        <ItemChoices searches={searches} />
        <IdentityTheftLink applicationid={application.applicationid} />
        <TextArea
          field={fields.errortext}
          hint={`At least ${disputeFields.errortext.min} characters. Don’t include your Social Security number.`}
          rows={7}
        />
        <div className="actions">
          <SubmitButton size="large" pending="Sending">
            Submit dispute
          </SubmitButton>
          <LinkButton kind="quiet" size="large" to="/user">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Page>
  );
}
