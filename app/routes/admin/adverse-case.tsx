import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { postingFields } from '#modules/network/fields.ts';
import { postingForm } from '#modules/network/forms.ts';
import { getAdverseActionForStaff, recordPosting } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  Card,
  Crumbs,
  confirmationOf,
  Disclose,
  Facts,
  FinalDecision,
  Form,
  LinkButton,
  Page,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';
import { titled } from '../../title.ts';
import { type Case, pausedAt } from '../adverse/adverse-words.ts';
import { DayBar, Evidence, Letter, StateBadge } from '../adverse/parts.tsx';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Adverse action');

const fields = bind(postingFields);
const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({ adverseid: params.adverseid ?? '' });

export const loader = (args: LoaderFunctionArgs) => perform(args, getAdverseActionForStaff, idOf(args));

export async function action(args: ActionFunctionArgs) {
  const read = { ...args, ...(await readForm(args)) };
  const sent = { form: postingForm, operation: recordPosting };
  return confirmFirst(read, { ...sent, triedFirst: true }, (tried) =>
    submit(tried, {
      ...sent,
      input: (value) => ({ ...value, ...idOf(args) }),
      done: () => {
        flash(args.context.visit, 'Mailing recorded');
        return redirect(`/admin/adverse/${idOf(args).adverseid}`);
      },
    }),
  );
}

/** One adverse action for staff, who only record that a paper notice was posted (D133). */
export default function AdverseCaseForStaff() {
  const { adverse, userid, address, earliest } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const result = useActionData<typeof action>();
  const posted = confirmationOf(result, 'posting');
  const isFirst = adverse.state === 'undelivered';
  const wait = waitOf(adverse);
  return (
    <Page
      title={`Adverse action about ${adverse.person}`}
      lead={`Case ${adverse.number} by ${adverse.company.name}, started on ${formatDate(adverse.started_at, timeZone)}.`}
      crumbs={<Crumbs trail={[['Adverse actions', '/admin/adverse']]}>{adverse.person}</Crumbs>}
    >
      {adverse.unreviewed ? (
        <Banner tone="warn" title="No lawyer has reviewed the wording of these notices yet.">
          The person doesn’t see this note.
        </Banner>
      ) : null}
      {adverse.to_post ? (
        <Card
          title="Mail the notice"
          note={
            isFirst
              ? 'The waiting period begins on the day the paper notice was mailed.'
              : 'The case is closed. The person gets this notice on paper.'
          }
        >
          <Facts facts={[['To', [adverse.person, address].filter(Boolean).join(', ')]]} />
          <div className="actions">
            <LinkButton icon="download" to={`/admin/adverse/${adverse.id}/paper`} reloadDocument>
              Notice to mail
            </LinkButton>
            {isFirst ? (
              <LinkButton icon="download" to={`/admin/adverse/${adverse.id}/report`} reloadDocument>
                Report to enclose
              </LinkButton>
            ) : null}
          </div>
          {posted ? (
            <FinalDecision
              id="posting"
              values={posted}
              decision={[['Mailed on', formatDate(String(posted.posted_on))]]}
              reads="The paper notice. Nothing else is sent now."
              seenBy={
                isFirst
                  ? 'The company sees the day and how long it has to wait.'
                  : 'The company sees the day.'
              }
              final={
                isFirst
                  ? 'The wait that the law asks for is counted from this day. The day can’t be changed.'
                  : 'The day is kept as evidence and can’t be changed.'
              }
              label="Record this day"
              pending="Saving"
            />
          ) : (
            <Form id="posting" result={result}>
              <TextInput field={fields.posted_on} hint={`From ${formatDate(earliest)} until today.`} />
              <div>
                <SubmitButton>Record mailing</SubmitButton>
              </div>
            </Form>
          )}
        </Card>
      ) : null}
      <Card padded={false}>
        <div className="case-top">
          <span>
            <StateBadge state={adverse.state} />
          </span>
          <DayBar {...adverse} />
          <Facts
            facts={[
              [
                'Person',
                <Link key="person" to={`/admin/user/${userid}`}>
                  {adverse.person}
                </Link>,
              ],
              ['Decision, as worded in the notices', `“Not to ${adverse.decision}”`],
              ['Place of work', adverse.place],
              ...(wait ? [['Waiting period', wait] as const] : []),
            ]}
          />
        </div>
      </Card>
      <Evidence evidence={adverse.evidence} timeZone={timeZone} at={`/admin/adverse/${adverse.id}`} />
      {adverse.notices.map(({ kind, round, content }) => (
        <Disclose
          key={`${kind}${round}`}
          summary={kind === 'final' ? 'The final notice' : 'The first notice'}
        >
          <Letter content={content} />
        </Disclose>
      ))}
    </Page>
  );
}

/** How far the wait is while it runs or is paused. */
function waitOf({ state, clock }: Pick<Case, 'state' | 'clock'>): string | null {
  if (!clock) return null;
  if (state === 'paused') return pausedAt(clock);
  if (state !== 'waiting') return null;
  return `Day ${clock.passed + 1} of ${clock.total}, through ${formatDate(clock.last_day)}`;
}
