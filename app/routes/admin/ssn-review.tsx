import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { ssnReleaseFields, ssnReturnFields, ssnRevealFields } from '#modules/admin/fields.ts';
import { ssnReleaseForm, ssnReturnForm, ssnRevealForm } from '#modules/admin/forms.ts';
import { getSsnReview, releaseSsnReview, returnSsnReview, revealSsn } from '#modules/admin/index.ts';
import { formatCount, formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, submit } from '../../action.server.ts';
import { answerTo } from '../../components/form/state.ts';
import {
  Badge,
  Banner,
  Card,
  checkedBy,
  confirmationOf,
  Disclose,
  Facts,
  FinalDecision,
  Form,
  Page,
  RefusalBanner,
  type SentValues,
  ShieldId,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { afterDecision } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';
import { ssnIntents } from './ssn-intents.ts';

export const meta = titled('SSN review');

const release = bind(ssnReleaseFields);
const giveBack = bind(ssnReturnFields);
const reveal = bind(ssnRevealFields);
const releaseCheck = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.ssnReleaseForm));
const returnCheck = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.ssnReturnForm));
const revealCheck = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.ssnRevealForm));

const orderOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({ orderid: params.orderid ?? '' });

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getSsnReview, orderOf(args));
}

export const action = intents(ssnIntents, {
  release: (args) => {
    const sent = { form: ssnReleaseForm, operation: releaseSsnReview };
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: (value) => ({ ...value, ...orderOf(args) }),
        done: () => afterDecision(args, 'The SSN is confirmed. The check continues.', '/admin/pipeline'),
      }),
    );
  },
  return: (args) => {
    const sent = { form: ssnReturnForm, operation: returnSsnReview };
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: (value) => ({ ...value, ...orderOf(args) }),
        done: () =>
          afterDecision(
            args,
            'The application is sent back. The person is told what to correct.',
            '/admin/pipeline',
          ),
      }),
    );
  },
  reveal: (args) => {
    const userid = String(args.formData.get('userid'));
    args.formData.delete('userid');
    return submit(args, {
      form: ssnRevealForm,
      operation: revealSsn,
      input: (value) => ({ ...value, userid }),
      done: ({ ssn }) => data({ shown: { userid, ssn } }, { headers: { 'Cache-Control': 'no-store' } }),
    });
  },
});

type Review = ReturnType<typeof useLoaderData<typeof loader>>;

/** Why a check waits. */
function reasonOf(heldFor: string, others: number): string {
  if (heldFor !== 'same-ssn')
    return 'The agency asks to review the Social Security number before it continues.';
  const who = others > 1 ? `${formatCount(others, 'other account')} have` : 'Another account has';
  return `${who} the same Social Security number. Nothing has been sent to the agency yet.`;
}

/** The result of a review. */
const outcomes = {
  returned: 'This review is done. The application was sent back to the person.',
  continues: 'This review is done. The check continues.',
};

/** What staff confirm before a check goes on, or back to the person (D146). */
function confirmation(result: unknown, { held_for: heldFor, cra_name: agency }: Review) {
  const released = confirmationOf(result, 'release');
  if (released)
    return (
      <FinalDecision
        id="release"
        intent={ssnIntents.release}
        values={released}
        decision={[
          ['Decision', 'The Social Security number is this person’s'],
          ['Note', written(released.note)],
        ]}
        reads="Nothing. Their check continues."
        seenBy="Your note is for staff only."
        final={
          heldFor === 'same-ssn'
            ? `The order goes to ${agency} with this number. It can’t be called back.`
            : `${agency} is told that the number was reviewed. That can’t be taken back.`
        }
        label="Confirm for good"
        pending="Confirming"
      />
    );
  const returned = confirmationOf(result, 'return');
  if (!returned) return null;
  return (
    <FinalDecision
      id="return"
      intent={ssnIntents.return}
      values={returned}
      decision={[['Decision', 'Send the application back to the person']]}
      reads={<>An email, and in their application: “{written(returned.correction)}”</>}
      seenBy="Only the person and staff."
      final="This review ends. The check waits until the person has corrected and submitted the application."
      label="Send it back"
      pending="Sending"
    />
  );
}

const written = (words: SentValues[string] | undefined) => <span className="anywhere written">{words}</span>;

/** A check that waits until staff have reviewed its SSN (D49). */
export default function SsnReview() {
  const review = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { person, others, held_for } = review;
  const people = [person, ...others];
  const confirmed = confirmation(result, review);
  return (
    <Page
      title="SSN review"
      crumbs={<WorkCrumbs trail={[['Admin Alert Pipeline', '/admin/pipeline']]}>SSN review</WorkCrumbs>}
      lead={
        <>
          {person.name}, {review.package_descrip}, {review.cra_name}, waiting since{' '}
          {formatDateTime(review.raised, timeZone)}.
        </>
      }
    >
      {/* While the review is open, the forms show refusals in their summaries. */}
      {held_for ? null : <RefusalBanner result={result} />}
      {held_for ? (
        <Banner tone="warn">{reasonOf(held_for, others.length)}</Banner>
      ) : (
        <Banner tone="ok">{outcomes[review.outcome]}</Banner>
      )}
      <div className="cols">
        {people.map((compared, at) => (
          <Compared
            key={compared.userid}
            compared={compared}
            title={titleOf(at, others.length)}
            result={result}
          />
        ))}
      </div>
      {others.length === 0 ? <p className="muted">No other account has this number.</p> : null}
      {confirmed}
      {held_for && !confirmed ? (
        <Card
          title="Confirm the SSN"
          note={
            held_for === 'same-ssn'
              ? 'The order goes to the agency. Do this once you know whose number it is.'
              : 'The agency is told that the number was reviewed, and continues.'
          }
        >
          <Form id="release" intent={ssnIntents.release} result={result} check={releaseCheck}>
            <TextArea field={release.note} rows={3} hint="Kept with the notes of this person." />
            <div className="actions">
              <SubmitButton pending="Confirming">Confirm and continue</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
      {held_for && !confirmed ? (
        <Card
          title="Send it back"
          note="The person reads this in an email and in their application, corrects it, and submits again. They won’t be charged again."
        >
          <Form id="return" intent={ssnIntents.return} result={result} check={returnCheck}>
            <TextArea
              field={giveBack.correction}
              rows={3}
              hint="Say what looks wrong, without any number. Another person’s account is never mentioned."
            />
            <div className="actions">
              <SubmitButton kind="default" pending="Sending">
                Send back to the person
              </SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
    </Page>
  );
}

/** The first person is the one whose check waits, followed by those with the same number. */
function titleOf(at: number, others: number): string {
  if (at === 0) return 'Applicant';
  return others === 1 ? 'Same number' : `Same number, ${at} of ${others}`;
}

interface ComparedProps {
  compared: Review['person'];
  title: string;
  result: unknown;
}

function Compared({ compared, title, result }: ComparedProps) {
  const { userid, name, emailaddress, dateofbirth, address, ssn, shieldids } = compared;
  const { timeZone } = useRoot();
  const shown =
    result && typeof result === 'object' && 'shown' in result
      ? (result.shown as { userid: string; ssn: string })
      : null;
  return (
    <Card title={title}>
      <Facts
        facts={[
          [
            'Name',
            <Link key="name" to={`/admin/user/${userid}`}>
              {name}
            </Link>,
          ],
          ['Date of birth', dateofbirth ? formatDate(dateofbirth) : 'Not provided'],
          ['SSN', shown?.userid === userid ? <b key="ssn">{shown.ssn}</b> : (ssn ?? 'Not provided')],
          ['Address', address || 'Not provided'],
          [
            'Email',
            <span key="email" className="anywhere">
              {showEmailAddress(emailaddress)}
            </span>,
          ],
          [
            'ShieldID',
            shieldids.length > 0 ? (
              <span key="ids" className="row row-tight">
                {shieldids.map((number) => (
                  <ShieldId key={number} value={number} />
                ))}
              </span>
            ) : (
              'None'
            ),
          ],
          ['Registered', formatDate(compared.registered, timeZone)],
          [
            'Account',
            compared.active ? (
              'Active'
            ) : (
              <Badge key="account" tone="bad">
                Disabled
              </Badge>
            ),
          ],
        ]}
      />
      {ssn ? (
        <Disclose summary="Reveal the whole number" open={answerTo(result, `reveal-${userid}`) !== undefined}>
          <Form id={`reveal-${userid}`} intent={ssnIntents.reveal} result={result} check={revealCheck}>
            <input type="hidden" name="userid" value={userid} />
            <TextArea field={reveal.reason} rows={2} hint="Kept in the audit log, with your name." />
            <SubmitButton kind="default" size="small">
              Reveal
            </SubmitButton>
          </Form>
        </Disclose>
      ) : null}
    </Card>
  );
}
