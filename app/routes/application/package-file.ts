import { packageBytes } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';

/** Why a file is not taken as a signed application, as the address of its page names it. */
const problems = {
  missing: applicationsTexts['application.package-missing'],
  'not-a-pdf': applicationsTexts['application.package-not-a-pdf'],
  encrypted: applicationsTexts['application.package-encrypted'],
  'too-large': applicationsTexts['application.package-too-large'],
} as const;
export type PackageProblem = keyof typeof problems;

/** What is said of each, and of a file that did not get here. */
export const wordsFor = {
  ...problems,
  interrupted: applicationsTexts['application.package-interrupted'],
} as const;

const isProblem = (name: string): name is PackageProblem => Object.hasOwn(problems, name);

/** The problem that a refusal of the operation is about; null for any other refusal. */
export function problemOf(code: string): PackageProblem | null {
  const name = code.replace('applications.package-', '');
  return isProblem(name) ? name : null;
}

/** The query parameter that names a problem, and its words; undefined for none. */
export const problemField = 'problem';
export function wordsOf(query: URLSearchParams): string | undefined {
  const name = query.get(problemField) ?? '';
  return isProblem(name) ? problems[name] : undefined;
}

/** The package in a form, as base64, or why it is none. Its content is for the operation to read. */
export async function readPackageFile(
  formData: FormData,
): Promise<{ body: string } | { problem: PackageProblem; words: string }> {
  const file = formData.get('package');
  const refused = (problem: PackageProblem) => ({ problem, words: problems[problem] });
  if (!(file instanceof File) || file.size === 0) return refused('missing');
  if (file.size > packageBytes) return refused('too-large');
  return { body: Buffer.from(await file.arrayBuffer()).toString('base64') };
}
