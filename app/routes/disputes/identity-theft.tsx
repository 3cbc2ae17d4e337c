import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { blockFields } from '#modules/applications/fields.ts';
import { blockForm } from '#modules/applications/forms.ts';
import { getMyApplication, listMyDisputes, requestBlock } from '#modules/applications/index.ts';
import { documentBytes } from '#modules/applications/limits.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Checkbox,
  CheckOption,
  ChoiceGroup,
  Crumbs,
  checkedBy,
  FileInput,
  Form,
  LinkButton,
  Page,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { leave, perform } from '../../door.server.ts';
import { refusedForm, withFiles } from '../../file-form.server.ts';
import { titled } from '../../title.ts';
import { documentAccept, documentHint, documentMost } from './documents.tsx';

export const meta = titled('Report identity theft');

const fields = bind(blockFields);
const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.blockForm));

const idOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(request.url).searchParams.get('applicationid') ?? '';

const disputable = new Set(['done', 'newrequiresapproval', 'monitorrequiresapproval']);

export async function loader(args: LoaderFunctionArgs) {
  const applicationid = idOf(args);
  const { disputes } = await perform(args, listMyDisputes, {});
  // The address was typed by hand; the home page lists the checks to choose from.
  if (!applicationid) throw redirect('/user');
  const { application, pendingapproval } = await perform(args, getMyApplication, { applicationid });
  const open = disputes.filter((each) => each.open && each.applicationid === applicationid);
  const same = open.find(isBlock);
  if (same) throw redirect(`/user/disputes/${same.disputeid}`);
  const isDisputable = disputable.has(application.composite_status_code) || open.length > 0;
  if (!isDisputable || !pendingapproval) throw redirect('/user');
  return { application, searches: pendingapproval.findings.map(({ search }) => search) };
}

export const action = (args: ActionFunctionArgs) => withFiles(args, filesOf(args), (read) => request(read));

const filesOf = (args: ActionFunctionArgs) => ({
  operation: requestBlock,
  about: () => ({ applicationid: idOf(args) }),
  files: { bytes: documentBytes, count: 2 },
  async refused(refusal: Refusal) {
    if (refusal.code !== 'applications.dispute-open') return refusedForm('identity-theft', refusal);
    throw leave(args, refusal.text, await openRequest(args));
  },
});

function request(args: ReadActionArgs) {
  return submit(args, {
    form: blockForm,
    operation: requestBlock,
    input: (value) => ({
      ...value,
      items: [...value.items],
      applicationid: idOf(args),
      theftreport: args.files.one('theftreport'),
      identity: args.files.one('identity'),
    }),
    refused: { 'applications.dispute-open': () => openRequest(args) },
    done: ({ disputeid }) => redirect(`/user/disputes/${disputeid}`),
  });
}

const isBlock = ({ kind }: { kind: string }) => kind === 'identity-theft';

/** The request that was opened in the meantime, in another window. */
async function openRequest(args: ActionFunctionArgs): Promise<string> {
  const { disputes } = await perform(args, listMyDisputes, {});
  const same = disputes.find((each) => each.open && each.applicationid === idOf(args) && isBlock(each));
  return same ? `/user/disputes/${same.disputeid}` : '/user';
}

/** Asks to block the entries of a report that come from identity theft. */
export default function IdentityTheft() {
  const { application, searches } = useLoaderData<typeof loader>();
  return (
    <Page
      narrow
      title="Report identity theft"
      crumbs={<Crumbs trail={[['Home', '/user']]}>Identity theft</Crumbs>}
      lead={`We’ll decide within 4 business days whether ${application.provider} has to block these results. Until then no one in your network sees your score.`}
    >
      <Form
        id="identity-theft"
        result={useActionData<typeof action>()}
        check={check}
        multipart
        className="stack stack-24"
      >
        <ChoiceGroup field={fields.items}>
          {searches.map((search) => (
            <CheckOption key={search} field={fields.items} value={search} label={search} />
          ))}
        </ChoiceGroup>
        <TextArea
          field={fields.errortext}
          hint={`At least ${blockFields.errortext.min} characters. Don’t include your Social Security number.`}
          rows={5}
        />
        <FileInput
          name="theftreport"
          label="Identity theft report"
          accept={documentAccept}
          most={documentMost}
          hint={`From the police or from identitytheft.gov. ${documentHint}`}
        />
        <FileInput
          name="identity"
          label="Proof of identity"
          accept={documentAccept}
          most={documentMost}
          hint={`Such as a driver’s license or passport. ${documentHint}`}
        />
        <Checkbox field={fields.statement} />
        <div className="actions">
          <SubmitButton size="large" pending="Sending">
            Submit request
          </SubmitButton>
          <LinkButton kind="quiet" size="large" to="/user">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Page>
  );
}
