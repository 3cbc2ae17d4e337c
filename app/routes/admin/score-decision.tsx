import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { scoreDecisionFields } from '#modules/admin/fields.ts';
import { scoreDecisionForm } from '#modules/admin/forms.ts';
import { getWaitingScore, resolveScoreChange } from '#modules/admin/index.ts';
import { findGrade, formatCount, formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Banner,
  Card,
  ChoiceCard,
  ChoiceGroup,
  checkedBy,
  confirmationOf,
  Facts,
  FinalDecision,
  Form,
  GradeBadge,
  Page,
  RefusalBanner,
  type SentValues,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { afterDecision } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';
import { scoreDecisionIntents } from './score-decision-intents.ts';

export const meta = titled('Decide on a score');

const fields = bind(scoreDecisionFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.scoreDecisionForm));

const changeOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({
  userid: params.userid ?? '',
  scorechangeid: params.scorechangeid ?? '',
});

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getWaitingScore, changeOf(args))), userid: changeOf(args).userid };
}

export const action = intents(scoreDecisionIntents, {
  decide: (args) => {
    const sent = { form: scoreDecisionForm, operation: resolveScoreChange };
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: (value) => ({ ...value, ...changeOf(args) }),
        done: (_output, { approve }) =>
          afterDecision(
            args,
            approve === 'YES'
              ? 'The score is active. The person has been notified.'
              : 'The result is closed. The person has been notified.',
            `/admin/user/${changeOf(args).userid}#approvals`,
          ),
      }),
    );
  },
});

type Waiting = ReturnType<typeof useLoaderData<typeof loader>>;

/** What becomes of the score, for each decision. */
const outcomes = {
  new: {
    YES: 'The result becomes their ShieldScore, and those they share with see it.',
    NO: 'The result is closed without a ShieldScore, and the check is canceled. No one else sees it.',
  },
  monitorupdate: {
    YES: 'The new score replaces the one they have, and is shared again.',
    NO: 'Their ShieldScore stays as it was, and is shared again.',
  },
} as const;

/** A score that a person left unanswered, on which staff decide in their place. */
export default function ScoreDecision() {
  const waiting = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { name, change, userid, pending, decidable, reminders } = waiting;
  const confirmed = confirmationOf(result, 'score');
  const record = `/admin/user/${userid}`;
  return (
    <Page
      title="Decide on a score"
      crumbs={
        <WorkCrumbs
          trail={[
            ['Tools', '/admin/tools'],
            [name, record],
          ]}
        >
          Decide on a score
        </WorkCrumbs>
      }
      lead="The person decides on their own score. Staff step in only when they don’t answer."
    >
      {decidable ? null : <RefusalBanner result={result} />}
      {pending ? null : <Banner tone="ok">This score was decided.</Banner>}
      {pending && !decidable ? (
        <Banner tone="info">
          You can decide after the person has done nothing for 30 days, on{' '}
          {formatDateTime(waiting.decidable_dts, timeZone)} at the earliest, and was reminded three times.
          They have been reminded {times[reminders] ?? `${reminders} times`}.
        </Banner>
      ) : null}
      <Card title="The score">
        <Facts
          facts={[
            ['Change', change.change_type === 'new' ? 'New/Renewal' : 'Monitoring Update'],
            ['Waiting since', formatDateTime(change.change_dts, timeZone)],
            ...(pending ? ([['Reminded', formatCount(reminders, 'time')]] as const) : []),
            ['From', <Score key="from" score={change.from_score} expiration={change.from_expiration} />],
            ['To', <Score key="to" score={change.to_score} expiration={null} />],
          ]}
        />
      </Card>
      {confirmed ? <Confirmation values={confirmed} change={change} /> : null}
      {decidable && !confirmed ? (
        <Card title="Your decision" note="The person is told by email, and can still dispute the report.">
          <Form id="score" intent={scoreDecisionIntents.decide} result={result} check={check}>
            <ChoiceGroup field={fields.approve} quietLabel>
              <div className="pair">
                <ChoiceCard
                  field={fields.approve}
                  value="YES"
                  label="Approve"
                  note={outcomes[change.change_type].YES}
                />
                <ChoiceCard
                  field={fields.approve}
                  value="NO"
                  label="Reject"
                  note={outcomes[change.change_type].NO}
                />
              </div>
            </ChoiceGroup>
            <TextArea field={fields.note} rows={3} hint="Kept with the notes of this person." />
            <div className="actions">
              <SubmitButton pending="Saving">Continue</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
    </Page>
  );
}

const times: Record<number, string> = { 0: 'not at all', 1: 'once', 2: 'twice', 3: 'three times' };

function Score({ score, expiration }: { score: string | null; expiration: string | null }) {
  if (!score) return <span className="faint">None</span>;
  return (
    <>
      <GradeBadge grade={findGrade(score) ?? 'NA'} />
      {expiration ? <span className="small muted"> Valid through {formatDate(expiration)}</span> : null}
    </>
  );
}

function Confirmation({ values, change }: { values: SentValues; change: Waiting['change'] }) {
  const approves = values.approve === 'YES';
  return (
    <FinalDecision
      id="score"
      intent={scoreDecisionIntents.decide}
      values={values}
      decision={[
        ['Decision', approves ? 'Approve' : 'Reject'],
        [
          'Why',
          <span key="why" className="anywhere written">
            {values.note}
          </span>,
        ],
      ]}
      reads={
        approves
          ? 'An email: we reviewed the result after 30 days without an answer and activated it. They can still dispute it.'
          : 'An email: we reviewed the result after 30 days without an answer and closed it. They can still dispute it.'
      }
      seenBy={
        approves
          ? 'Those the person shares with see the score. Your note is for staff only.'
          : 'Your note is for staff only.'
      }
      final={outcomes[change.change_type][approves ? 'YES' : 'NO']}
      label={approves ? 'Activate the score' : 'Close the result'}
      pending="Saving"
    />
  );
}
