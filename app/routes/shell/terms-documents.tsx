import { Document } from '../../components/index.ts';
import type { TermsDocument } from '../../terms-due.ts';

/** Texts that are read or accepted together. Each names whose text it is and its version. */
export function TermsDocuments({ documents }: { documents: TermsDocument[] }) {
  return documents.map(({ of, company_name, version, html }) => (
    <Document
      key={of}
      title={`Terms and conditions of ${company_name}`}
      meta={[`Version ${version}`]}
      html={html}
    />
  ));
}
