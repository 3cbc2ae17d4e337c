import type { VerificationResult } from './port.ts';

/**
 * Why staff have to look at a verification. Codes only, because the queue of staff holds no personal data; the
 * provider's own words are shown on the page of the review.
 */
export type ReviewReason =
  | 'review'
  | 'id-expired'
  | 'id-other-name'
  | 'id-glare-back'
  | 'id-glare-front'
  | 'id-blurred'
  | 'id-back-unreadable'
  | 'id-expiration-unread'
  | 'id-birth-date-unread'
  | 'id-face'
  | 'id-altered'
  | 'id-details';

/** The reason that helps staff most: first what is wrong with the images, then with the person, then with the document. */
export function reviewReason({ front, back, results, reasons }: VerificationResult): ReviewReason {
  const said = [...reasons, ...results.document_details].join('\n').toLowerCase();
  const doubtful = (part: string) =>
    results.document_details.some(
      (line) => line.startsWith(part) && /consider|suspected|rejected/.test(line),
    );
  if (/glare|reflection/.test(said)) return /\bfront\b/.test(said) ? 'id-glare-front' : 'id-glare-back';
  if (/blur/.test(said) || doubtful('image integrity')) return 'id-blurred';
  if (results.face !== null && results.face !== 'clear') return 'id-face';
  if (doubtful('visual authenticity')) return 'id-altered';
  if (front && !front.expire_date && !back?.expire_date) return 'id-expiration-unread';
  if (front && !front.date_of_birth && !back?.date_of_birth) return 'id-birth-date-unread';
  if (front && !back) return 'id-back-unreadable';
  return results.document_details.some((line) => line.endsWith('consider')) ? 'id-details' : 'review';
}
