import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { termsTextFields } from '#modules/admin/fields.ts';
import { seenForm, termsTextForm } from '#modules/admin/forms.ts';
import {
  getLastChanges,
  getTermsText,
  getUserCompany,
  publishTermsText,
  saveTermsText,
  withdrawTermsText,
} from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { cleanHtml, staff } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs, readAllowed, submit } from '../../action.server.ts';
import {
  Crumbs,
  confirmationOf,
  FinalDecision,
  Form,
  Page,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { attempt, leave, perform, requireCaller } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { termsIntents } from './branding-intents.ts';
import { DraftEditor, seenIn, Versions } from './draft-editor.tsx';
import { LastChange } from './last-change.tsx';
import { isAccepted, termsKindOf, termsTitles } from './terms-titles.ts';

export const meta = titled('Terms');

const fields = bind(termsTextFields);

/**
 * The text that the address names, and the page that links to it.
 * @throws Response 404 for any other address
 */
async function textOf(args: LoaderFunctionArgs | ReadActionArgs) {
  const { userid } = args.params;
  const kind = termsKindOf(args.params.kind, userid !== undefined);
  if (!kind) throw new Response(null, { status: 404 });
  if (userid === undefined) return { kind, companyid: null, back: '/admin/settings' };
  const { company, enterprise_enabled } = await perform(args, getUserCompany, { userid });
  if (!company || enterprise_enabled !== 'YES') throw new Response(null, { status: 404 });
  return { kind, companyid: company.companyid, back: `/admin/user/${userid}/enterprise` };
}

export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, staff);
  const { kind, companyid, back } = await textOf(args);
  const text = await perform(args, getTermsText, { kind, companyid });
  const of = companyid === null ? ({ of: 'portal' } as const) : ({ of: 'company', id: companyid } as const);
  const { changes: lastChanges } = await perform(args, getLastChanges, of);
  return { kind, back, ...text, lastChanges };
}

export const shouldRevalidate = keepsWhatIsTyped(termsIntents.preview);

export const action = intents(termsIntents, {
  save: async (args) => {
    await readAllowed(args, termsTextForm, { access: staff });
    const { kind, companyid } = await textOf(args);
    return submit(args, {
      form: termsTextForm,
      operation: saveTermsText,
      input: (value) => ({ ...value, kind, companyid }),
      done: () => {
        flash(args.context.visit, 'Draft saved');
        return redirect(new URL(args.request.url).pathname);
      },
    });
  },
  preview: async (args) => {
    const { value, again } = await readAllowed(args, termsTextForm, { access: staff });
    return again({ preview: value ? { html: cleanHtml(value.html) } : undefined });
  },
  publish: (args) =>
    confirmFirst(args, { form: seenForm, operation: publishTermsText }, async () => {
      const { kind, companyid, back } = await textOf(args);
      const seen = seenIn(args.formData);
      const published = await attempt(args, publishTermsText, { kind, companyid, seen });
      if (!published.ok) return leave(args, published.refusal.text, new URL(args.request.url).pathname);
      flash(args.context.visit, `Version ${published.output.version} published`);
      return redirect(back);
    }),
  withdraw: (args) =>
    confirmFirst(args, { form: seenForm, operation: withdrawTermsText }, async () => {
      const { kind, companyid, back } = await textOf(args);
      const seen = seenIn(args.formData);
      const withdrawn = await attempt(args, withdrawTermsText, { kind, companyid, seen });
      if (!withdrawn.ok) return leave(args, withdrawn.refusal.text, new URL(args.request.url).pathname);
      flash(args.context.visit, 'Terms withdrawn');
      return redirect(back);
    }),
});

/** A text that people agree to, or that the footer links to: its draft, a preview, and every published version. */
export default function TermsEditor() {
  const { kind, back, company_name, draft, seen, versions, changes } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const current = versions.find(({ is_current }) => is_current);
  const withdrawing = confirmationOf(result, 'withdraw');
  const title = `${termsTitles[kind]} of ${company_name}`;
  return (
    <Page
      title={title}
      lead={<LastChange of={`terms.${kind}`} />}
      crumbs={
        <Crumbs trail={[[back === '/admin/settings' ? 'Settings' : company_name, back]]}>
          {isAccepted(kind) ? 'Terms' : termsTitles[kind]}
        </Crumbs>
      }
    >
      <DraftEditor
        intents={termsIntents}
        result={result}
        defaults={{ html: draft?.html ?? current?.html ?? '' }}
        draft={draft}
        seen={seen}
        title={title}
        stored={draft ? { html: draft.html } : undefined}
        changes={current && changes ? { version: current.version, lines: changes } : null}
        version={(versions[0]?.version ?? 0) + 1}
        publishing={
          isAccepted(kind)
            ? 'Anyone who accepted an older version must accept it on the next page they open.'
            : 'It replaces the text that the footer links to. No one has to accept it.'
        }
        seenBy={back === '/admin/settings' ? 'Everyone on the portal.' : 'Everyone on the company’s host.'}
      >
        <TextArea
          field={fields.html}
          rows={16}
          hint="HTML with headings, paragraphs, lists, tables and links. Scripts and styles are removed."
        />
      </DraftEditor>
      <Versions
        versions={versions.map(({ version, html, published_at, published_by, is_current }) => ({
          version,
          html,
          title: `Version ${version}`,
          from: published_at,
          by: published_by,
          inForce: is_current,
        }))}
      >
        {withdrawing && current ? (
          <FinalDecision
            id="withdraw"
            intent={termsIntents.withdraw}
            values={withdrawing}
            decision={[['Withdraw', `Version ${current.version} of ${title}`]]}
            reads="Only the portal’s own text on this company’s host. No one is emailed."
            seenBy="Everyone on the company’s host."
            final="The version can’t be put back in force. Its text can be published again as a new one, which everyone has to accept again."
            label={`Withdraw version ${current.version} for good`}
            pending="Withdrawing"
          />
        ) : null}
        {current && back !== '/admin/settings' && !withdrawing ? (
          <Form id="withdraw" intent={termsIntents.withdraw} result={result} className="stack stack-8">
            <input type="hidden" name={fields.seen.name} value={seen} />
            <p className="small muted">
              After that, only the portal’s own text applies on this company’s host. The versions that people
              accepted stay in their history.
            </p>
            <div className="actions">
              <SubmitButton kind="danger" pending="Withdrawing">
                Withdraw version {current.version}
              </SubmitButton>
            </div>
          </Form>
        ) : null}
      </Versions>
    </Page>
  );
}
