import { packageBytes } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { platformTexts } from '#modules/platform/texts.ts';

/** What a browser offers to choose from. Phones convert their own photos to JPEG for it. */
export const packageAccept = 'application/pdf,image/jpeg,image/png';

export const packageHint = `A PDF without a password, or a photo of each page in order (JPEG or PNG). At most ${packageBytes / 1_048_576} MB in all.`;

/** The size that is accepted. */
export const packageMost = {
  bytes: packageBytes,
  together: true,
  words: applicationsTexts['application.package-too-large'],
} as const;

/** The reasons why a file is not accepted as a signed application, by their names in the address of the page. */
const problems = {
  missing: applicationsTexts['application.package-missing'],
  unreadable: applicationsTexts['application.package-unreadable'],
  encrypted: applicationsTexts['application.package-encrypted'],
  parts: applicationsTexts['application.package-parts'],
  'too-large': applicationsTexts['application.package-too-large'],
  'too-complex': platformTexts['edge.file-too-complex'],
  empty: platformTexts['edge.file-empty'],
  heic: platformTexts['edge.file-heic'],
} as const;
export type PackageProblem = keyof typeof problems;

/** The message for each of these, and for a file that did not arrive. */
export const wordsFor = {
  ...problems,
  interrupted: applicationsTexts['application.package-interrupted'],
} as const;

const isProblem = (name: string): name is PackageProblem => Object.hasOwn(problems, name);

/** The problem that a refusal of the operation means; null for any other refusal. */
export function problemOf(code: string): PackageProblem | null {
  const name = code.replace(/^(?:applications\.package|file)-/, '');
  return isProblem(name) ? name : null;
}

/** The query parameter that names a problem, and the message for it; undefined if there is none. */
export const problemField = 'problem';
export function wordsOf(query: URLSearchParams): string | undefined {
  const name = query.get(problemField) ?? '';
  return isProblem(name) ? problems[name] : undefined;
}
