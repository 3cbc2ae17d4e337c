import { termsFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, Form, SubmitButton } from '../../components/index.ts';
import type { TermsDocument } from '../../terms-due.ts';
import { TermsDocuments } from '../shell/terms-documents.tsx';

const terms = bind(termsFields);

interface TermsFormProps {
  documents: TermsDocument[];
  /** Where the form is sent; by default to the current page. */
  action?: string;
  result?: unknown;
}

/** Shows the terms, and a form that accepts exactly these versions. */
export function TermsForm({ documents, action, result }: TermsFormProps) {
  const versions = documents.map(({ of, version }) => `${of} ${version}`).join(', ');
  return (
    <div className="stack">
      <TermsDocuments documents={documents} />
      <Form id="terms" result={result} {...(action ? { action } : {})}>
        {documents.map(({ of, version }) => (
          <input
            key={of}
            type="hidden"
            name={of === 'portal' ? terms.terms_version.name : terms.company_terms_version.name}
            value={version}
          />
        ))}
        {/* Whoever checked the box has read other versions than those that replace them on the page. */}
        <Checkbox key={versions} field={terms.accept_terms} />
        <Checkbox field={terms.email_copy} />
        <SubmitButton size="large" wide pending="Saving">
          Continue
        </SubmitButton>
      </Form>
    </div>
  );
}
