import { packageBytes } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';

/** The package in a form, as base64, or why it is none. Its content is for the operation to read. */
export async function readPackageFile(formData: FormData): Promise<{ body: string } | { words: string }> {
  const file = formData.get('package');
  if (!(file instanceof File) || file.size === 0)
    return { words: applicationsTexts['application.package-not-a-pdf'] };
  if (file.size > packageBytes) return { words: applicationsTexts['application.package-too-large'] };
  return { body: Buffer.from(await file.arrayBuffer()).toString('base64') };
}
