import { documentBytes } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { formatBytes } from '#modules/platform/browser.ts';
import { Icon } from '../../components/index.ts';

export interface CaseDocument {
  id: string;
  purpose: 'theft-report' | 'identity' | 'evidence';
  message_id: string | null;
  name: string;
  bytes: number;
}

/** The types of files that a case accepts, for the input. */
export const documentAccept = 'application/pdf,image/jpeg,image/png';
export const documentHint = `PDF, JPEG, or PNG of at most ${documentBytes / 1_048_576} MB.`;
export const documentMost = { bytes: documentBytes, words: applicationsTexts['document.too-large'] };

const titles = { 'theft-report': 'Identity theft report', identity: 'Proof of identity', evidence: null };

/** The documents of a case, with links to download them. */
export function Documents({ documents, at }: { documents: CaseDocument[]; at: string }) {
  if (documents.length === 0) return null;
  return (
    <ul className="stack stack-8">
      {documents.map(({ id, purpose, name, bytes }) => (
        <li key={id} className="row row-tight">
          <a className="row row-tight anywhere" href={`${at}/documents/${id}`} download>
            <Icon name="download" />
            <span>{titles[purpose] ? `${titles[purpose]}: ${name}` : name}</span>
          </a>
          <span className="small muted nowrap">{formatBytes(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
