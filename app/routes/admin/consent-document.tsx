import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { consentDraftFields } from '#modules/admin/fields.ts';
import { consentDraftForm } from '#modules/admin/forms.ts';
import { getConsentDocument, publishConsentDocument, saveConsentDocument } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { cleanHtml, staff } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs, readTyped, submit } from '../../action.server.ts';
import {
  Badge,
  Button,
  Card,
  Disclose,
  Document,
  Form,
  Page,
  SubmitButton,
  Switch,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { attempt, leave, perform, requireCaller } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { CatalogueCrumbs } from './catalogue-crumbs.tsx';
import { documentIntents } from './catalogue-intents.ts';
import { documentLabels } from './catalogue-words.ts';
import { keepsWhatIsTyped } from './revalidation.ts';

export const meta = titled('Consent document');

const fields = bind(consentDraftFields);
const kinds = ['esign', 'disclosure', 'authorization'] as const;

/** @throws Response 404 for an address that names no kind */
function nameOf({ params }: LoaderFunctionArgs | ReadActionArgs) {
  const kind = kinds.find((each) => each === params.kind);
  if (!kind || !params.craid) throw new Response(null, { status: 404 });
  return { craid: params.craid, kind };
}

export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, staff);
  const name = nameOf(args);
  return { ...name, ...(await perform(args, getConsentDocument, name)) };
}

export const shouldRevalidate = keepsWhatIsTyped(documentIntents.preview);

export const action = intents(documentIntents, {
  save: async (args) => {
    await requireCaller(args, staff);
    const name = nameOf(args);
    return submit(args, {
      form: consentDraftForm,
      operation: saveConsentDocument,
      input: (value) => ({ ...value, ...name }),
      done: () => {
        flash(args.context.visit, 'Draft saved');
        return redirect(new URL(args.request.url).pathname);
      },
    });
  },
  preview: async (args) => {
    await requireCaller(args, staff);
    const { value, again } = readTyped(args, consentDraftForm);
    return again({ preview: value ? { title: value.title, html: cleanHtml(value.body) } : undefined });
  },
  publish: async (args) => {
    await requireCaller(args, staff);
    const seen = String(args.formData.get('seen') ?? '').slice(0, 64);
    const published = await attempt(args, publishConsentDocument, { ...nameOf(args), seen });
    if (!published.ok) return leave(args, published.refusal.text, new URL(args.request.url).pathname);
    flash(args.context.visit, 'Document published');
    return redirect('/admin/catalogue');
  },
});

/** The preview in the action's answer. */
function previewIn(result: unknown): { title: string; html: string } | undefined {
  return (result as { found?: { preview?: { title: string; html: string } } } | undefined)?.found?.preview;
}

/** A consent document: its draft, how it will read, and every version that was published. */
export default function ConsentDocument() {
  const { kind, draft, versions, seen } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const [current] = versions;
  const text = draft ?? current;
  const next = (current?.version ?? 0) + 1;
  const shown = previewIn(result) ?? (draft ? { title: draft.title, html: draft.body } : undefined);
  return (
    <Page title={documentLabels[kind]} crumbs={<CatalogueCrumbs>{documentLabels[kind]}</CatalogueCrumbs>}>
      <Card
        title="Draft"
        note={
          draft
            ? `Saved by ${draft.author}, ${formatDateTime(draft.written_at, timeZone)}. Nobody sees it before it is published.`
            : 'Begin with the version in force. Nobody sees the draft before it is published.'
        }
      >
        <Form
          id="document"
          intent={documentIntents.save}
          result={result}
          defaults={{ ...text, acknowledgement_text: text?.acknowledgement_text ?? '' }}
        >
          <input type="hidden" name={fields.seen.name} value={seen} />
          <TextInput field={fields.title} />
          <TextArea
            field={fields.body}
            rows={16}
            hint="HTML with headings, paragraphs and lists. Scripts and styles are removed."
          />
          <TextArea
            field={fields.acknowledgement_text}
            rows={2}
            hint="Beside the box that the applicant checks"
          />
          <Switch field={fields.requires_signature} />
          <div className="actions">
            <SubmitButton intent={documentIntents.save} pending="Saving">
              Save draft
            </SubmitButton>
            <Button type="submit" intent={documentIntents.preview}>
              Preview
            </Button>
          </div>
        </Form>
        {shown ? <Document {...shown} meta={['Draft']} /> : null}
        {draft ? (
          <Form id="publish" intent={documentIntents.publish} result={result}>
            <input type="hidden" name={fields.seen.name} value={seen} />
            <p className="small muted">
              Publishing makes the saved draft version {next}. Checks that were sold before keep the version
              that they were sold with.
            </p>
            <div className="actions">
              <SubmitButton kind="default" pending="Publishing">
                Publish draft
              </SubmitButton>
            </div>
          </Form>
        ) : null}
      </Card>
      <Card title="Versions" padded={false}>
        {versions.map(({ version, title, body, in_force_from }) => (
          <Disclose
            key={version}
            summary={
              <>
                Version {version}, {formatDateTime(in_force_from, timeZone)}{' '}
                {version === current?.version ? <Badge tone="ok">In force</Badge> : null}
              </>
            }
          >
            <Document title={title} html={body} />
          </Disclose>
        ))}
      </Card>
    </Page>
  );
}
