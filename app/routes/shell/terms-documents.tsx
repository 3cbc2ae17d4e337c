import { Document } from '../../components/index.ts';
import type { TermsDocument } from '../../terms-due.ts';

/** The texts that somebody reads or accepts together, each with whose it is and which version. */
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
