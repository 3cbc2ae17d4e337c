import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { consentDraftFields } from '#modules/admin/fields.ts';
import { consentDraftForm, seenForm } from '#modules/admin/forms.ts';
import { getConsentDocument, publishConsentDocument, saveConsentDocument } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { stateCodes } from '#modules/platform/fields/states.ts';
import { cleanHtml, staff } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs, readAllowed, submit } from '../../action.server.ts';
import { Crumbs, Page, Switch, TextArea, TextInput } from '../../components/index.ts';
import { attempt, leave, perform, requireCaller } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { documentIntents } from './catalogue-intents.ts';
import { catalogName, catalogueTrail, documentLabel } from './catalogue-words.ts';
import { DraftEditor, seenIn, Versions } from './draft-editor.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Consent document');

const fields = bind(consentDraftFields);
const kinds = ['esign', 'disclosure', 'authorization'] as const;

/** The document that an address names: by its kind, or `notice-CA` for the notice of a state. */
function documentIn(given: string | undefined) {
  const state = stateCodes.find((code) => given === `notice-${code}`);
  if (state) return { kind: 'notice', state } as const;
  const kind = kinds.find((each) => each === given);
  return kind && ({ kind, state: '' } as const);
}

/** @throws Response 404 if the address does not name a kind */
function nameOf({ params }: LoaderFunctionArgs | ReadActionArgs) {
  const name = documentIn(params.kind);
  if (!name || !params.craid) throw new Response(null, { status: 404 });
  return { craid: params.craid, ...name };
}

export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, staff);
  const name = nameOf(args);
  return { ...name, ...(await perform(args, getConsentDocument, name)), ...(await portalChanges(args)) };
}

export const shouldRevalidate = keepsWhatIsTyped(documentIntents.preview);

export const action = intents(documentIntents, {
  save: async (args) => {
    await readAllowed(args, consentDraftForm, { access: staff });
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
    const { value, again } = await readAllowed(args, consentDraftForm, { access: staff });
    return again({ preview: value ? { title: value.title, html: cleanHtml(value.body) } : undefined });
  },
  publish: (args) =>
    confirmFirst(args, { form: seenForm, operation: publishConsentDocument }, async () => {
      const seen = seenIn(args.formData);
      const published = await attempt(args, publishConsentDocument, { ...nameOf(args), seen });
      if (!published.ok) return leave(args, published.refusal.text, new URL(args.request.url).pathname);
      flash(args.context.visit, 'Document published');
      return redirect('/admin/catalogue');
    }),
});

/** A consent document: its draft, a preview, and every published version. */
export default function ConsentDocument() {
  const { draft, versions, seen, changes, ...name } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [current] = versions;
  const text = draft ?? current;
  return (
    <Page
      title={documentLabel(name)}
      lead={current ? <LastChange of={catalogName.document(name.craid, name, current.version)} /> : null}
      crumbs={<Crumbs trail={catalogueTrail}>{documentLabel(name)}</Crumbs>}
    >
      <DraftEditor
        intents={documentIntents}
        result={result}
        defaults={{ ...text, acknowledgement_text: text?.acknowledgement_text ?? '' }}
        draft={draft}
        seen={seen}
        title={documentLabel(name)}
        stored={draft ? { title: draft.title, html: draft.body } : undefined}
        changes={current && changes ? { version: current.version, lines: changes } : null}
        version={(current?.version ?? 0) + 1}
        publishing="Checks already sold keep the version they were sold with."
        seenBy="Everyone who buys a check with this provider from then on."
      >
        <TextInput field={fields.title} />
        <TextArea
          field={fields.body}
          rows={16}
          hint="HTML with headings, paragraphs and lists. Scripts and styles are removed."
        />
        <TextArea field={fields.acknowledgement_text} rows={2} hint="Shown next to the checkbox" />
        <Switch field={fields.requires_signature} />
      </DraftEditor>
      <Versions
        versions={versions.map(({ version, title, body, in_force_from }) => ({
          version,
          title,
          html: body,
          from: in_force_from,
          inForce: version === current?.version,
        }))}
      />
    </Page>
  );
}
