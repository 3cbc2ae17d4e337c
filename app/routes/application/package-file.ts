import { applicationsTexts } from '#modules/applications/texts.ts';

/** The reasons why a file is not accepted as a signed application, by their names in the address of the page. */
const problems = {
  missing: applicationsTexts['application.package-missing'],
  'not-a-pdf': applicationsTexts['application.package-not-a-pdf'],
  encrypted: applicationsTexts['application.package-encrypted'],
  'too-large': applicationsTexts['application.package-too-large'],
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
  const name = code.replace('applications.package-', '');
  return isProblem(name) ? name : null;
}

/** The query parameter that names a problem, and the message for it; undefined if there is none. */
export const problemField = 'problem';
export function wordsOf(query: URLSearchParams): string | undefined {
  const name = query.get(problemField) ?? '';
  return isProblem(name) ? problems[name] : undefined;
}
