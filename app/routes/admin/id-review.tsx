import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { idReviewFields } from '#modules/admin/fields.ts';
import { idReviewForm } from '#modules/admin/forms.ts';
import {
  completeIdVerification,
  getIdVerification,
  getIdVerificationDocuments,
  listIdVerifications,
} from '#modules/admin/index.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { isSpelledAlike } from '#modules/platform/fields/foldings.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Badge,
  Card,
  ChoiceCard,
  ChoiceGroup,
  checkedBy,
  confirmationOf,
  Facts,
  FinalDecision,
  Form,
  LinkButton,
  Page,
  RefusalBanner,
  type SentValues,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { IdPicture, PictureKeys } from './id-picture.tsx';
import { idReviewIntents } from './id-review-intents.ts';
import { afterDecision, keepQueue } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';
import { VerificationHistory } from './verification-history.tsx';
import { Found, ReadFacts } from './verification-parts.tsx';
import { statusLook, verificationTitle } from './verification-words.ts';

export const meta = titled('ID verification review');

const fields = bind(idReviewFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.idReviewForm));

const runOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({
  userid: params.userid ?? '',
  workflow_run_id: params.runid ?? '',
});

/** Each view of the images is audited (D75). */
export async function loader(args: LoaderFunctionArgs) {
  const review = await perform(args, getIdVerification, runOf(args));
  const { workflow_run_id: run } = review.verification;
  // An alert knows the verification only by its own id.
  if (run && run !== args.params.runid)
    throw redirect(keepQueue(args, `/admin/user/${args.params.userid}/idverification/${run}`));
  const images = await perform(args, getIdVerificationDocuments, runOf(args));
  const { userid } = runOf(args);
  const { verifications } = await perform(args, listIdVerifications, { userid });
  return { ...review, images, verifications, userid };
}

export const action = intents(idReviewIntents, {
  decide: (args) => {
    const sent = { form: idReviewForm, operation: completeIdVerification };
    return confirmFirst(args, { ...sent, triedFirst: true }, (read) =>
      submit(read, {
        ...sent,
        input: (value) => ({ ...value, ...runOf(args) }),
        done: () =>
          afterDecision(
            args,
            adminTexts['console.verification-saved'],
            `/admin/user/${runOf(args).userid}#idverification`,
          ),
      }),
    );
  },
});

/** After a refused decision, the images stay as they are and are not requested again. */
export function shouldRevalidate({ actionStatus = 200 }: { actionStatus?: number }) {
  return actionStatus < 400;
}

/** The images of an ID verification next to what the applicant entered, and the decision (doc3 §4). */
export default function IdReview() {
  const { verification, verifications, entered, images, userid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { tone, label } = statusLook(verification.status);
  const { results } = verification;
  const confirmed = confirmationOf(result, 'id-review');
  const full = (side: keyof typeof images) =>
    `/admin/user/${userid}/idverification/${verification.workflow_run_id}/picture/${side}`;
  return (
    <Page
      title={`${entered.name}, ID verification`}
      crumbs={
        <WorkCrumbs
          trail={[
            ['Tools', '/admin/tools'],
            ['User', `/admin/user/${userid}`],
          ]}
        >
          ID verification
        </WorkCrumbs>
      }
      lead={
        <span className="row row-tight small">
          <Badge tone={tone}>{label}</Badge>
          <span>{verificationTitle(verification)}</span>
          <span>{formatDateTime(verification.dts, timeZone)}</span>
        </span>
      }
    >
      {verification.status === 'REVIEW' ? null : <RefusalBanner result={result} />}
      <div className="id-review">
        <Card title="Images" note="Viewing is recorded in the audit log.">
          {Object.values(images).some((image) => image?.file_type.startsWith('image/')) ? (
            <PictureKeys />
          ) : null}
          <Picture title="Front" image={images.front} full={full('front')} />
          <Picture title="Back" image={images.back} full={full('back')} />
          {images.selfiemotion?.file_type.startsWith('video/') ? (
            <figure className="id-image">
              {/* biome-ignore lint/a11y/useMediaCaption: the video has no sound */}
              <video src={images.selfiemotion.url} controls preload="metadata" aria-label="Selfie video" />
              <figcaption>Selfie</figcaption>
            </figure>
          ) : images.selfiemotion ? (
            <IdPicture
              title="Selfie"
              alt="Selfie"
              url={images.selfiemotion.url}
              full={full('selfiemotion')}
            />
          ) : (
            <p className="muted">No selfie is kept.</p>
          )}
          {results ? (
            <Facts
              facts={[
                [
                  'Document',
                  <Found key="document" result={results.document} details={results.document_details} />,
                ],
                ['Face', <Found key="face" result={results.face} />],
                ['Device', <Found key="device" result={results.device} />],
                ...(verification.reasons.length > 0
                  ? ([['Reasons', verification.reasons.join(' ')]] as const)
                  : []),
              ]}
            />
          ) : null}
        </Card>
        <div className="stack stack-24">
          <Compared entered={entered} verification={verification} />
          {confirmed ? <Confirmation values={confirmed} /> : null}
          {verification.status === 'REVIEW' && !confirmed ? (
            <Card title="Decision">
              <Form
                id="id-review"
                intent={idReviewIntents.decide}
                result={result}
                check={check}
                className="stack stack-24"
              >
                <ChoiceGroup field={fields.approve_verification} quietLabel>
                  <div className="pair">
                    <ChoiceCard
                      field={fields.approve_verification}
                      value="YES"
                      label="Approve"
                      note="Becomes the current verification."
                    />
                    <ChoiceCard
                      field={fields.approve_verification}
                      value="NO"
                      label="Reject"
                      note="The person is asked for new photos."
                    />
                  </div>
                </ChoiceGroup>
                {verification.detected_expire_date ? null : (
                  <TextInput
                    field={fields.manual_verification_expiration}
                    hint="It could not be read. Needed to approve; in the future."
                  />
                )}
                {verification.detected_dob ? null : (
                  <TextInput
                    field={fields.manual_verification_dob}
                    hint="It could not be read. Needed to approve; in the past."
                  />
                )}
                <TextArea
                  field={fields.approval_note}
                  hint="At least 5 characters to approve, more than 5 to reject."
                  rows={3}
                />
                <div className="actions">
                  <SubmitButton pending="Saving">Save decision</SubmitButton>
                  <LinkButton kind="quiet" to={`/admin/user/${userid}#idverification`}>
                    Back to the record
                  </LinkButton>
                </div>
              </Form>
            </Card>
          ) : null}
          <Card title="Read from the front">
            <ReadFacts side={verification.documents.front} />
          </Card>
          <Card title="Read from the back">
            <ReadFacts side={verification.documents.back} />
          </Card>
          <VerificationHistory
            verifications={verifications}
            shown={verification.id}
            userid={userid}
            timeZone={timeZone}
          />
        </div>
      </div>
    </Page>
  );
}

function Confirmation({ values }: { values: SentValues }) {
  const approves = values.approve_verification === 'YES';
  return (
    <FinalDecision
      id="id-review"
      intent={idReviewIntents.decide}
      values={values}
      decision={[
        ['Decision', approves ? 'Approve' : 'Reject'],
        [
          'Note',
          <span key="note" className="anywhere written">
            {values.approval_note}
          </span>,
        ],
      ]}
      reads={
        approves
          ? 'That the ID is verified. Your note isn’t shown.'
          : 'An email that we couldn’t verify their identity, and that they can take new photos. Your note isn’t shown.'
      }
      seenBy={
        approves
          ? 'Companies that the person shares with see “Verified by ID”. Your note is for staff only.'
          : 'No company is told. Your note is for staff only.'
      }
      final={
        approves
          ? 'The name and date of birth are locked, and the name on the document becomes the legal name. An approval can’t be taken back.'
          : 'A rejection can’t be taken back. The person has to take new photos.'
      }
      label={approves ? 'Approve for good' : 'Reject for good'}
      pending="Saving"
    />
  );
}

interface PictureProps {
  title: string;
  image: { url: string; file_type: string } | null;
  full: string;
}

function Picture({ title, image, full }: PictureProps) {
  if (!image) return <p className="muted">{title}: no image is kept.</p>;
  if (!image.file_type.startsWith('image/')) {
    return (
      <p>
        <a href={full}>{title}</a>
      </p>
    );
  }
  return <IdPicture title={title} alt={`${title} of the document`} url={image.url} full={full} />;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** The comparison ignores differences in case, accents, spaces and punctuation. */
function Compared({ entered, verification }: Pick<Loaded, 'entered' | 'verification'>) {
  const read = verification.documents.front ?? verification.documents.back;
  const address = [read?.street ?? read?.address_line_1, read?.city, read?.state, read?.zip]
    .filter(Boolean)
    .join(', ');
  const rows: [string, string, string][] = [
    ['First name', entered.firstname, verification.firstname ?? ''],
    ['Middle name', entered.middlename, verification.middlename ?? ''],
    ['Last name', entered.lastname, verification.lastname ?? ''],
    [
      'Date of birth',
      entered.dateofbirth ? formatDate(entered.dateofbirth) : '',
      verification.detected_dob ? formatDate(verification.detected_dob) : '',
    ],
    ['Address', entered.address, address],
  ];
  return (
    <Card title="Compared with what was entered">
      <table className="id-compared">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Field</span>
            </th>
            <th scope="col">Entered</th>
            <th scope="col">Document</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, typed, found]) => {
            const differs = found !== '' && !isSpelledAlike(typed, found);
            return (
              <tr key={name} className={differs ? 'differs' : undefined}>
                <th scope="row">{name}</th>
                <td>{typed || 'None'}</td>
                <td>{found || 'Not read'}</td>
                <td className={found !== '' && !differs ? 'same' : undefined}>
                  {found === '' ? 'Not read' : differs ? <b>Differs</b> : 'Same'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
