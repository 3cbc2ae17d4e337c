import { documentBytes } from '#modules/applications/limits.ts';

interface Upload {
  name: string;
  /** Base64. */
  file: string;
}

/**
 * Takes the files of one field out of a form, whose other fields are parsed without them. A file that is too large is
 * cut off one byte above the limit, so that the operation refuses it with its own text.
 */
export async function takeFiles(formData: FormData, field: string): Promise<Upload[]> {
  const given = formData.getAll(field);
  formData.delete(field);
  const chosen = given.filter((entry): entry is File => entry instanceof File && entry.name !== '');
  return Promise.all(
    chosen.map(async (file) => ({
      name: file.name.slice(-200),
      file: Buffer.from(await file.slice(0, documentBytes + 1).arrayBuffer()).toString('base64'),
    })),
  );
}

/** The same for a field with one file; empty if none was chosen. */
export async function takeFile(formData: FormData, field: string): Promise<Upload> {
  return (await takeFiles(formData, field))[0] ?? { name: '', file: '' };
}
