import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { purposeLabel } from '#modules/enterprise/fields.ts';
import { adverseFields } from '#modules/network/fields.ts';
import { adverseForm } from '#modules/network/forms.ts';
import { getAdverseOffer, previewAdverseAction, startAdverseAction } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, readTyped, submit } from '../../action.server.ts';
import {
  Banner,
  Card,
  CheckOption,
  ChoiceGroup,
  Crumbs,
  Facts,
  Form,
  LinkButton,
  Page,
  Select,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { attempt, leave } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { Letter } from './parts.tsx';
import { startIntents } from './start-intents.ts';

export const meta = titled('Adverse action');

const fields = bind(adverseFields);
const list = '/user/network/adverse';

export async function loader(args: LoaderFunctionArgs) {
  const connectionid = args.params.connectionid ?? '';
  const offered = await attempt(args, getAdverseOffer, { connectionid });
  if (!offered.ok) throw leave(args, offered.refusal.text, list);
  return { ...offered.output, connectionid };
}

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({
  connectionid: params.connectionid ?? '',
});

export const action = intents(startIntents, {
  preview: (args) =>
    submit(args, {
      form: adverseForm,
      operation: previewAdverseAction,
      input: (value) => ({ ...value, ...idOf(args) }),
      done: (preview) => readTyped(args, adverseForm).again({ preview }),
    }),
  send: (args) =>
    submit(args, {
      form: adverseForm,
      operation: startAdverseAction,
      input: (value) => ({ ...value, ...idOf(args) }),
      done: ({ adverseid }) => {
        flash(args.context.visit, 'Adverse action started');
        return redirect(`${list}/${adverseid}`);
      },
    }),
});

const dayLabels: Record<string, string> = { 7: '7 days (minimum)' };

/** Starts an adverse action: what it rests on, then the notice, then the press that sends it (D133). */
export default function Start() {
  const { person, report, results, purpose, places, connectionid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const preview =
    result && typeof result === 'object' && 'found' in result
      ? (result as { found: { preview: Parameters<typeof Preview>[0] } }).found.preview
      : null;
  return (
    <Page
      title={`Adverse action about ${person}`}
      lead="Two notices, and time to respond between them. No one is told before you press Send."
      crumbs={
        <Crumbs
          trail={[
            ['Network', '/user/network'],
            ['Adverse actions', list],
          ]}
        >
          Start
        </Crumbs>
      }
    >
      {purpose ? null : (
        <Banner
          tone="bad"
          icon="lock"
          title="Your company has no permissible purpose on record."
          action={
            <LinkButton size="small" to={`/user/network/report/${connectionid}`}>
              Add purpose
            </LinkButton>
          }
        >
          Without one you may not use a report to turn someone down.
        </Banner>
      )}
      <Form
        id="adverse"
        intent={startIntents.preview}
        result={result}
        defaults={{ report: report.id, days: '7' }}
        className="stack stack-24"
      >
        <input type="hidden" name="report" value={report.id} />
        {purpose ? (
          <Card title="1 Your permissible purpose">
            <Facts
              facts={[
                ['Purpose', purposeLabel(purpose.purpose)],
                ['Attested', `${purpose.attested_by}, ${formatDate(purpose.attested_at, timeZone)}`],
                ['Report', `Of ${formatDate(report.made_at, timeZone)}, score ${report.score}`],
              ]}
            />
          </Card>
        ) : null}
        <Card title="2 What you may decide">
          <TextInput
            field={fields.decision}
            hint="Write it to the person, for example: give you site access at Elm Street. Both notices use your words."
          />
          <Select
            field={fields.place}
            none="Choose the place of work"
            options={places.map(({ id, name }) => [id, name] as const)}
          />
        </Card>
        <Card title="3 The results you rely on" note="Each one is named in the notices.">
          {results.length > 0 ? (
            <ChoiceGroup field={fields.results} quietLabel>
              {results.map(({ search, text }) => (
                <CheckOption key={search} field={fields.results} value={search} label={search} note={text} />
              ))}
            </ChoiceGroup>
          ) : (
            <p className="muted">
              {report.shared
                ? 'No search of the report found anything.'
                : `${person} shares the score with you, not the report.`}{' '}
              The notice names the ShieldScore as the reason.
            </p>
          )}
        </Card>
        <Card title="4 How long they have">
          <Select
            field={fields.days}
            none="Choose how many days"
            options={adverseFields.days.values.map(
              (days) => [days, dayLabels[days] ?? `${days} days`] as const,
            )}
            hint="The place of work may ask for more. A dispute stops the clock."
          />
          <TextArea
            field={fields.assessment}
            rows={5}
            hint="Required in New York City. The person gets it with the notice."
          />
        </Card>
        {preview ? <Preview {...preview} /> : null}
        <div className="actions">
          <SubmitButton kind={preview ? 'default' : 'primary'} size="large" intent={startIntents.preview}>
            {preview ? 'Preview again' : 'Preview the notice'}
          </SubmitButton>
          {preview ? (
            <SubmitButton size="large" intent={startIntents.send} pending="Sending">
              Send first notice
            </SubmitButton>
          ) : null}
          <LinkButton kind="quiet" size="large" to="/user/network">
            {networkTexts['network.nevermind']}
          </LinkButton>
        </div>
      </Form>
    </Page>
  );
}

interface PreviewProps {
  notice: Parameters<typeof Letter>[0]['content'];
  reviewed: boolean;
}

/** Its beginning takes the focus, because it is far below the top, where the page begins without script. */
function Preview({ notice, reviewed }: PreviewProps) {
  const beginning = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each preview is a new object
  useEffect(() => beginning.current?.focus(), [notice]);
  return (
    <div>
      {/* biome-ignore lint/a11y/noAutofocus: what the press asked for is shown and read first */}
      <p ref={beginning} className="sr" tabIndex={-1} autoFocus>
        The notice has not been sent yet.
      </p>
      <Card title="What the person gets">
        {reviewed ? null : (
          <Banner tone="warn" title="No lawyer has reviewed this wording yet.">
            The person doesn’t see this note.
          </Banner>
        )}
        <Letter content={notice} />
      </Card>
    </div>
  );
}
