import { createHash } from 'node:crypto';
import { formatMoment } from '#modules/platform/browser.ts';
import { packageWays } from '../fields.ts';
import type { SigningRecordRow } from '../steps/consents.ts';
import { fullName } from '../steps/details.ts';
import type { ApplicationRecord } from './record.ts';
import type { Sheet } from './sheet.ts';

/** The signing certificate: the last page of an application's file, which allows the file to be verified (D42). */

export const certificateTitle = 'Signing certificate';

/** A value is a text, or a time, which is written in UTC. */
type Fact = readonly [name: string, value: string | Date];
type Hash = readonly [name: string, value: string];

/** What the certificate says about one act, or about the whole application. */
export interface CertificatePart {
  title: string;
  facts: readonly Fact[];
  /** SHA-256, in hex. */
  hashes: readonly Hash[];
}

/** What the certificate of an application says, in order. */
export function certificateOf(record: ApplicationRecord): CertificatePart[] {
  const { row, submittedAt, details, records, paper } = record;
  return [
    {
      title: 'Application',
      facts: [
        ['Application number', row.id],
        ['Package', row.package_descrip],
        ['Agency', row.provider],
        ['Applicant', fullName(details)],
        ['Submitted', submittedAt],
        ['Signed', paper ? 'On paper' : 'Electronically'],
      ],
      hashes: [['Content SHA-256', contentHash(record)]],
    },
    ...records.map(partOf),
    ...(paper
      ? [
          {
            title: 'Paper application',
            facts: [
              ['Received', paper.received_at],
              ['How it came', packageWays[paper.received_by]],
              ['Pages', String(paper.file_pages)],
              ['Approved', paper.closed_at],
            ] as const,
            hashes: [['File SHA-256', paper.file_hash]] as const,
          },
        ]
      : []),
  ];
}

function partOf(record: SigningRecordRow): CertificatePart {
  const at = record.signed_at;
  const signed = record.signature_kind !== 'none';
  return {
    title: record.title,
    facts: [
      ['Version', String(record.version)],
      ...(record.acknowledgement_text === null ? [] : [['Acknowledged', at] as const]),
      ...(signed ? [['Signed', at] as const] : []),
      ['Kind of signature', signatureWords(record)],
      ['IP address', record.address],
      ['Browser', record.agent],
    ],
    hashes: [
      ['Document SHA-256', record.document_hash],
      ...(record.signature_hash ? [['Signature SHA-256', record.signature_hash] as const] : []),
    ],
  };
}

function signatureWords({
  signature_kind: kind,
  reused,
}: Pick<SigningRecordRow, 'signature_kind' | 'reused'>): string {
  if (kind === 'none') return 'Not required';
  if (kind === 'typed') return 'Typed';
  return reused ? 'Saved, placed by the signer' : 'Drawn';
}

/**
 * The SHA-256 of everything that the file says, in hex. It does not depend on the layout of the pages, so it can be
 * computed again from the record at any time.
 */
function contentHash({ row, submittedAt, details, records, paper }: ApplicationRecord): string {
  const content = {
    application: row.id,
    package: row.package_descrip,
    provider: row.provider,
    submitted: submittedAt,
    details,
    signatures: records.map((record) => ({
      document: record.document_hash,
      version: record.version,
      kind: record.signature_kind,
      reused: record.reused,
      signature: record.signature_hash,
      signed: record.signed_at,
      address: record.address,
      agent: record.agent,
    })),
    paper: paper && { received: paper.received_at, way: paper.received_by, file: paper.file_hash },
  };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** How a value is written. */
export const writtenFact = (value: Fact[1]) => (value instanceof Date ? formatMoment(value) : value);

export async function writeCertificate(sheet: Sheet, parts: readonly CertificatePart[]): Promise<void> {
  sheet.part(certificateTitle);
  sheet.faint(
    'Who agreed to which document, when, and how. The content hash covers the details and signatures in this file; each other hash covers the document, signature, or file that it is listed with.',
  );
  for (const { title, facts, hashes } of parts) {
    await sheet.together(() => {
      sheet.section(title);
      sheet.facts(facts.map(([name, value]) => [name, writtenFact(value)]));
      sheet.hashes(hashes);
    });
  }
}
