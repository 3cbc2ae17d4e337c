import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deleteReleaseNote, getReleaseNotes, publishReleaseNote } from '#modules/admin/index.ts';
import { releaseNoteFields } from '#modules/enterprise/fields.ts';
import { releaseNoteForm } from '#modules/enterprise/forms.ts';
import { rowIdForm } from '#modules/identity/forms.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Card,
  Crumbs,
  checkedBy,
  Form,
  List,
  ListRow,
  Page,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { releaseNoteIntents } from './branding-intents.ts';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Release notes');

const fields = bind(releaseNoteFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.releaseNoteForm));

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getReleaseNotes, {})), ...(await portalChanges(args)) };
}

function back({ context }: ReadActionArgs, words: string) {
  flash(context.visit, words);
  return redirect('/admin/settings/releasenotes');
}

export const action = intents(releaseNoteIntents, {
  publish: (args) =>
    submit(args, {
      form: releaseNoteForm,
      operation: publishReleaseNote,
      done: () => back(args, 'Release note published'),
    }),
  remove: (args) =>
    submit(args, {
      form: rowIdForm,
      operation: deleteReleaseNote,
      done: () => back(args, 'Release note removed'),
    }),
});

/** The notes that people see under What’s new in the header (F32). */
export default function ReleaseNotes() {
  const { notes } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Release notes"
      lead="People see them under “What’s new” in the header, marked as unread."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Release notes</Crumbs>}
    >
      <Card title="Publish a release note">
        <Form id="note" intent={releaseNoteIntents.publish} result={result} check={check}>
          <TextInput field={fields.title} />
          <TextArea field={fields.body} rows={4} hint="Plain text. Leave an empty line between paragraphs." />
          <div className="actions">
            <SubmitButton intent={releaseNoteIntents.publish} pending="Publishing">
              Publish
            </SubmitButton>
          </div>
        </Form>
      </Card>
      <Card title="Published" padded={false}>
        {notes.length === 0 ? (
          <p className="card-body muted">No release notes yet.</p>
        ) : (
          <List label="Release notes">
            {notes.map(({ id, title, body, published_at }) => (
              <ListRow
                key={id}
                title={title}
                note={
                  <>
                    {`Published ${formatDate(published_at, timeZone)}. ${body.slice(0, 120)}`}{' '}
                    <LastChange of={`release-note.${title}`} />
                  </>
                }
              >
                <Form id={`remove-${id}`} intent={releaseNoteIntents.remove} result={result}>
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton
                    kind="default"
                    size="small"
                    intent={releaseNoteIntents.remove}
                    aria-label={`Remove ${title}`}
                  >
                    Remove
                  </SubmitButton>
                </Form>
              </ListRow>
            ))}
          </List>
        )}
      </Card>
    </Page>
  );
}
