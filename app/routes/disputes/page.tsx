import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import {
  disputeMessageFields,
  disputeStatementFields,
  statementWords,
} from '#modules/applications/fields.ts';
import { disputeMessageForm, disputeStatementForm } from '#modules/applications/forms.ts';
import { getMyDispute, saveDisputeStatement, writeDisputeMessage } from '#modules/applications/index.ts';
import { documentBytes, messageDocuments } from '#modules/applications/limits.ts';
import { formatDate, formatPhone } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Card,
  Crumbs,
  checkedBy,
  Facts,
  FileInput,
  Form,
  LinkButton,
  Page,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { leave, perform } from '../../door.server.ts';
import { refusedForm } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { BlockStatus } from './block-status.tsx';
import { disputeIntents } from './dispute-intents.ts';
import { DisputeStatus } from './dispute-status.tsx';
import { Documents, documentAccept, documentHint, documentMost } from './documents.tsx';
import { Messages } from './messages.tsx';

export const meta = titled('Your dispute');

const message = bind(disputeMessageFields);
const statement = bind(disputeStatementFields);
const checkMessage = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.disputeMessageForm),
);
const checkStatement = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.disputeStatementForm),
);

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.disputeid ?? '';

export async function loader(args: LoaderFunctionArgs) {
  const { dispute } = await perform(args, getMyDispute, { disputeid: idOf(args) });
  return { dispute, now: args.context.portal.clock.now() };
}

function back(args: ReadActionArgs, words: string) {
  flash(args.context.visit, words);
  return redirect(`/user/disputes/${idOf(args)}`);
}

const messageFiles = (args: ActionFunctionArgs) => ({
  operation: writeDisputeMessage,
  about: () => ({ disputeid: idOf(args) }),
  files: { bytes: documentBytes, count: messageDocuments },
  refused(refusal: Refusal) {
    // Somebody ended the case in the meantime, so the page no longer has the form.
    if (refusal.code !== 'applications.dispute-closed') return refusedForm('dispute-message', refusal);
    throw leave(args, refusal.text, `/user/disputes/${idOf(args)}`);
  },
});

export const action = intents(
  disputeIntents,
  {
    message: (args) =>
      submit(args, {
        form: disputeMessageForm,
        operation: writeDisputeMessage,
        input: (value) => ({ ...value, disputeid: idOf(args), documents: args.files.all('documents') }),
        refused: { 'applications.dispute-closed': () => `/user/disputes/${idOf(args)}` },
        done: () => back(args, 'Message sent'),
      }),
    statement: (args) =>
      submit(args, {
        form: disputeStatementForm,
        operation: saveDisputeStatement,
        input: (value) => ({ ...value, disputeid: idOf(args) }),
        done: () => back(args, 'Statement saved'),
      }),
  },
  messageFiles,
);

/** One dispute of the person: its state, the messages, and a form to add more. */
export default function MyDispute() {
  const { dispute, now } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const open = dispute.resolved_dts === null;
  const isBlock = dispute.kind === 'identity-theft';
  const at = `/user/disputes/${dispute.disputeid}`;
  const written = dispute.messages.filter(({ author }) => author === 'person').length;
  const proof = dispute.documents.filter(({ purpose }) => purpose !== 'evidence');
  return (
    <Page
      title={isBlock ? 'Your identity theft request' : 'Your dispute'}
      crumbs={<Crumbs trail={[['Home', '/user']]}>{isBlock ? 'Identity theft' : 'Dispute'}</Crumbs>}
      lead={`Report by ${dispute.provider}, ${isBlock ? 'reported' : 'disputed'} on ${formatDate(dispute.received_dts, timeZone)}`}
    >
      <div className="split">
        <div className="stack stack-24">
          {isBlock ? <BlockStatus dispute={dispute} /> : <DisputeStatus dispute={dispute} now={now} />}
          <Card title={isBlock ? 'What you asked to block' : 'What you dispute'}>
            <Facts facts={[['Results', dispute.items.join(', ') || 'The whole report']]} />
            <p className="anywhere written">{dispute.errortext}</p>
            <Documents documents={proof} at={at} />
          </Card>
          <Card
            title="Messages"
            note={
              isBlock ? 'Our support team reads them.' : `${dispute.provider} and our support team read them.`
            }
          >
            <Messages
              messages={dispute.messages}
              documents={dispute.documents}
              documentsAt={at}
              mine="person"
              timeZone={timeZone}
            />
            {open ? (
              <Form
                id="dispute-message"
                intent={disputeIntents.message}
                result={result}
                check={checkMessage}
                multipart
                className="stack stack-16"
              >
                {/* The field is empty again after a message is sent. */}
                <TextArea
                  key={`message-${written}`}
                  field={message.message}
                  rows={4}
                  hint={
                    dispute.extended_dts || isBlock
                      ? 'Don’t include your Social Security number.'
                      : 'New facts give the agency 15 more days, once. Don’t include your Social Security number.'
                  }
                />
                <FileInput
                  key={`documents-${written}`}
                  name="documents"
                  label="Documents (optional)"
                  accept={documentAccept}
                  most={documentMost}
                  multiple
                  optional
                  hint={`Up to ${messageDocuments} files. ${documentHint}`}
                />
                <div className="actions">
                  <SubmitButton kind="default" pending="Sending">
                    Send message
                  </SubmitButton>
                </div>
              </Form>
            ) : null}
          </Card>
          {isBlock ? null : (
            <Card
              title="Your own statement"
              note={`Optional, up to ${statementWords} words. It’s kept with the report and shown next to the disputed result.`}
            >
              <Form
                id="dispute-statement"
                intent={disputeIntents.statement}
                result={result}
                check={checkStatement}
                defaults={{ statement: dispute.statement ?? '' }}
                className="stack stack-16"
              >
                <TextArea field={statement.statement} rows={4} />
                <div className="actions">
                  <SubmitButton kind="default" pending="Saving">
                    Save statement
                  </SubmitButton>
                </div>
              </Form>
            </Card>
          )}
        </div>
        <div className="stack stack-24">
          {dispute.other_case ? (
            <Card title={isBlock ? 'Your dispute' : 'Your identity theft request'}>
              <p>
                {open
                  ? 'You have another open case about this report. Your score stays paused until both have ended.'
                  : 'Another case about this report is open. Your score stays paused until it has ended too.'}
              </p>
              <div>
                <LinkButton size="small" to={`/user/disputes/${dispute.other_case.disputeid}`}>
                  {isBlock ? 'Open my dispute' : 'Open my request'}
                </LinkButton>
              </div>
            </Card>
          ) : null}
          {open ? (
            <Card title="Meanwhile">
              <ul className="stack stack-8">
                <li>Your score is paused: no one in your network or in searches sees it.</li>
                <li>Companies see “Score Pending”, not why.</li>
                <li>Your ShieldID, network, and invitations stay yours.</li>
              </ul>
            </Card>
          ) : null}
          <Card title="The agency">
            <Facts
              facts={[
                ['Name', dispute.provider],
                [
                  'Phone',
                  <a key="phone" className="nowrap" href={`tel:+1${dispute.provider_support_phone}`}>
                    {formatPhone(dispute.provider_support_phone)}
                  </a>,
                ],
                ['Profile', dispute.provider_profile_number ?? 'Not provided'],
              ]}
            />
          </Card>
          <Card title="Your rights">
            <p className="small">
              {isBlock
                ? 'Results that come from identity theft must be blocked within 4 business days once you’ve sent the proof.'
                : 'The agency must investigate free of charge, remove what it can’t confirm, and tell you the result.'}{' '}
              You can also complain to the Consumer Financial Protection Bureau at
              consumerfinance.gov/complaint.
            </p>
            {open && !dispute.other_case ? (
              <p className="small">
                {isBlock ? 'Is another result wrong?' : 'Did someone use your identity?'}{' '}
                <Link
                  to={`/user/disputes/${isBlock ? 'new' : 'identity-theft'}?applicationid=${dispute.applicationid}`}
                >
                  {isBlock ? 'Dispute it' : 'Report identity theft'}
                </Link>{' '}
                as well.
              </p>
            ) : null}
            {open && (!isBlock || dispute.state === 'received') ? (
              <div>
                <LinkButton size="small" to="withdraw">
                  {isBlock ? 'Withdraw this request' : 'Withdraw this dispute'}
                </LinkButton>
              </div>
            ) : null}
          </Card>
        </div>
      </div>
    </Page>
  );
}
