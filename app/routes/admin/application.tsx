import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { ssnRevealFields } from '#modules/admin/fields.ts';
import { adminNoteForm, ssnRevealForm } from '#modules/admin/forms.ts';
import { getAdminNotes, revealSsn, reviewApplicationDetails, saveAdminNote } from '#modules/admin/index.ts';
import { packageDecisionFields, packageWays } from '#modules/applications/fields.ts';
import { packageDecisionForm } from '#modules/applications/forms.ts';
import { listPackageHistory, readApplicationReview } from '#modules/applications/index.ts';
import { formatBytes, formatCount, formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, readAbout, submit } from '../../action.server.ts';
import { withQuery } from '../../components/grid/page.ts';
import {
  Banner,
  Card,
  Checkbox,
  ChoiceCard,
  ChoiceGroup,
  checkedBy,
  confirmationOf,
  Disclose,
  Facts,
  FinalDecision,
  Form,
  LinkButton,
  Page,
  Segment,
  type SentValues,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { PackagePages, zooms } from '../application/package-pages.tsx';
import { useRoot } from '../shell/use-root.ts';
import { applicationIntents } from './application-intents.ts';
import { NotesSection } from './notes-section.tsx';
import { PackageHistory } from './package-history.tsx';
import { afterDecision, keepQueue } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';

export const meta = titled('Application review');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(packageDecisionFields);
const reveal = bind(ssnRevealFields);
const revealCheck = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.ssnRevealForm));
const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.packageDecisionForm),
);

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.applicationid ?? '';

export async function loader(args: LoaderFunctionArgs) {
  const detail = await perform(args, readApplicationReview, { applicationid: idOf(args) });
  const { notes } = await perform(args, getAdminNotes, { userid: detail.userid });
  const { events } = await perform(args, listPackageHistory, { applicationid: idOf(args) });
  return {
    ...detail,
    events,
    notes: notes.filter(({ applicationid }) => applicationid === detail.applicationid),
  };
}

/** Whose application it is. Read from the database, because the form must not choose the person. */
async function personOf(args: LoaderFunctionArgs) {
  const { userid } = await perform(args, readApplicationReview, { applicationid: idOf(args) });
  return { userid };
}

export const action = intents(applicationIntents, {
  decide: (args) => {
    const sent = { form: packageDecisionForm, operation: reviewApplicationDetails };
    return confirmFirst(args, { ...sent, triedFirst: true }, (tried) =>
      submit(tried, {
        ...sent,
        input: (value) => ({ ...value, applicationid: idOf(args) }),
        done: (_output, { approve }) =>
          afterDecision(
            args,
            approve === 'YES' ? 'Application approved' : 'Application rejected',
            `/admin/application/${idOf(args)}`,
          ),
      }),
    );
  },
  note: async (args) => {
    const [, person] = await readAbout(args, adminNoteForm, personOf);
    return submit(args, {
      form: adminNoteForm,
      operation: saveAdminNote,
      input: (value) => ({ ...value, ...person, applicationid: idOf(args) }),
      done: () => {
        flash(args.context.visit, 'Note saved');
        return redirect(keepQueue(args, `/admin/application/${idOf(args)}#notes`));
      },
    });
  },
  reveal: async (args) => {
    const [, person] = await readAbout(args, ssnRevealForm, personOf);
    return submit(args, {
      form: ssnRevealForm,
      operation: revealSsn,
      input: (value) => ({ ...value, ...person }),
      done: ({ ssn }) => data({ shown: ssn }, { headers: { 'Cache-Control': 'no-store' } }),
    });
  },
});

/** A paper application: what the person entered, what was received, and the decision (doc3 §3, Application detail). */
export default function ApplicationReview() {
  const detail = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const [search] = useSearchParams();
  const zoom = zooms.find((each) => String(each) === search.get('zoom')) ?? 100;
  const { metadata } = detail;
  const name = [detail.firstname, detail.middlename, detail.lastname, detail.suffix]
    .filter(Boolean)
    .join(' ');
  const when = (instant: Date | null) => (instant ? formatDateTime(instant, timeZone) : 'Not yet');
  const open = detail.outcome === null;
  const shown = result && 'shown' in result ? result.shown : null;
  const boxes = detail.signature_boxes;
  const confirmed = confirmationOf(result, 'decision');
  const picture = (part: 'page' | 'box', number: number) =>
    `${detail.manual_application_pdf_url}/picture?${part}=${number}&of=${detail.seen.slice(0, 16)}`;
  return (
    <Page
      title={name}
      lead={`Paper application, ${detail.cra_name}`}
      crumbs={<WorkCrumbs trail={[[name, `/admin/user/${detail.userid}`]]}>Application review</WorkCrumbs>}
    >
      {open && metadata && metadata.signatures_detected < boxes.length ? (
        <Banner
          tone="warn"
          title={`Signature detected in ${metadata.signatures_detected} of ${formatCount(boxes.length, 'box', 'boxes')}.`}
        >
          Detected means that the box isn’t blank. Look at each one and decide.
        </Banner>
      ) : null}
      {!open ? (
        <Banner tone="plain" title="Decided.">
          This package was {detail.outcome}.
        </Banner>
      ) : null}
      <div className="id-review">
        <Card
          title="Application package"
          aside={
            detail.manual_application_pdf_url ? (
              <LinkButton size="small" icon="download" to={detail.manual_application_pdf_url} reloadDocument>
                Download PDF
              </LinkButton>
            ) : open ? (
              <LinkButton size="small" to="intake" preventScrollReset>
                Record a paper package
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
                    ['File size', formatBytes(metadata.filesize)],
                    ['Signatures detected', `${metadata.signatures_detected} of ${boxes.length}`],
                  ] as const)
                : []),
            ]}
          />
          {metadata
            ? boxes.map(({ title }, at) => (
                <figure key={title} className="id-image signature-box">
                  <img src={picture('box', at + 1)} alt={`Signature box of ${title}`} />
                  <figcaption>{title}</figcaption>
                </figure>
              ))
            : null}
          {metadata ? (
            <>
              <div>
                <Segment
                  label="Size of the pages"
                  items={zooms.map((each) => ({
                    to: withQuery(`?${search}`, { zoom: String(each) }),
                    label: each === 100 ? 'Fit' : `${each}%`,
                    current: each === zoom,
                  }))}
                />
              </div>
              <PackagePages pages={metadata.pages} address={(page) => picture('page', page)} zoom={zoom} />
            </>
          ) : null}
        </Card>
        <div className="stack stack-24">
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
                ['Social Security number', shown ? <b key="ssn">{shown}</b> : (detail.ssn ?? '')],
                ['Address', addressOf(detail)],
                ...detail.previous_address_list.map(
                  (address, at) => [`Previous address ${at + 1}`, addressOf(address)] as const,
                ),
                ['Started', when(detail.started_dts)],
                ...(detail.identity
                  ? [['ID', detail.identity === 'verified' ? 'Verified online' : copyOfId(open)] as const]
                  : []),
              ]}
            />
            <Disclose summary="Reveal the whole number">
              <Form id="reveal" intent={applicationIntents.reveal} result={result} check={revealCheck}>
                <TextArea field={reveal.reason} rows={2} hint="Kept in the audit log, with your name." />
                <SubmitButton kind="default" size="small">
                  Reveal
                </SubmitButton>
              </Form>
            </Disclose>
          </Card>
          {confirmed ? (
            <Confirmation values={confirmed} received={metadata !== null} agency={detail.cra_name} />
          ) : null}
          {open && !confirmed ? (
            <Card
              title={metadata ? 'Decision' : 'Stop waiting'}
              {...(metadata
                ? {}
                : { note: 'No package has come. The person is led back to choose again how to sign.' })}
            >
              <Form
                id="decision"
                intent={applicationIntents.decide}
                result={result}
                defaults={{ seen: detail.seen }}
                check={check}
              >
                <input type="hidden" name={fields.seen.name} value={detail.seen} />
                {metadata ? (
                  <ChoiceGroup field={fields.approve} quietLabel>
                    <div className="pair">
                      <ChoiceCard
                        field={fields.approve}
                        value="YES"
                        label="Approve"
                        note={`Goes to ${detail.cra_name} now.`}
                      />
                      <ChoiceCard
                        field={fields.approve}
                        value="NO"
                        label="Reject"
                        note="The person can upload again or sign online."
                      />
                    </div>
                  </ChoiceGroup>
                ) : (
                  <input type="hidden" name={fields.approve.name} value="NO" />
                )}
                {metadata && detail.identity === 'copy' ? (
                  <Checkbox field={fields.id_compared} note="Needed to approve." />
                ) : null}
                <TextArea
                  field={fields.resolvenote}
                  rows={3}
                  hint={`More than 5 characters. ${metadata ? 'If you reject, the' : 'The'} person gets it by email. Don’t include a Social Security number.`}
                />
                <div className="actions">
                  <SubmitButton pending="Saving">{metadata ? 'Save decision' : 'Stop waiting'}</SubmitButton>
                  <LinkButton kind="quiet" to={`/admin/user/${detail.userid}`}>
                    Back to the record
                  </LinkButton>
                </div>
              </Form>
            </Card>
          ) : null}
          <PackageHistory events={detail.events} timeZone={timeZone} />
          <NotesSection
            intent={applicationIntents.note}
            notes={detail.notes}
            timeZone={timeZone}
            result={result}
          />
        </div>
      </div>
    </Page>
  );
}

interface ConfirmationProps {
  values: SentValues;
  /** Whether a package came. */
  received: boolean;
  agency: string;
}

function Confirmation({ values, received, agency }: ConfirmationProps) {
  const approves = values.approve === 'YES';
  const note = (
    <span key="note" className="anywhere written">
      {values.resolvenote}
    </span>
  );
  return (
    <FinalDecision
      id="decision"
      intent={applicationIntents.decide}
      values={values}
      decision={[
        ['Decision', approves ? 'Approve' : received ? 'Reject' : 'Stop waiting'],
        ...(approves ? ([['Note', note]] as const) : []),
      ]}
      reads={
        approves ? (
          `An email that the signed application is approved and on its way to ${agency}. Your note isn’t shown.`
        ) : (
          <>
            An email that asks them to sign again, with your words: <span className="anywhere">“{note}”</span>
          </>
        )
      }
      seenBy={approves ? `${agency} gets the package. Your note is for staff only.` : 'No one else.'}
      final={
        approves
          ? `The application goes to ${agency} at once. It can’t be called back.`
          : 'This package can’t be approved anymore. The person signs again, online or on paper.'
      }
      label={approves ? 'Approve and send it' : received ? 'Reject for good' : 'Stop waiting for good'}
      pending="Saving"
    />
  );
}

const copyOfId = (open: boolean) =>
  open ? 'Not verified online: compare the copy in the package' : 'Copy compared by staff';

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
