/** In place of a code or a link in a mail that is shown again. */
const codeHidden = '[code, not shown again]';
const linkHidden = '[link, not shown again]';

/**
 * The text of a mail as it is kept: whatever opens something is left out, so that nobody can use it who reads the record
 * later.
 */
export function withoutSecrets({ text, code }: { text: string; code: string | null }): string {
  // Links first: one may have the code in it.
  const withoutLinks = text.replaceAll(/https?:\/\/\S+/g, linkHidden);
  return code === null ? withoutLinks : withoutLinks.replaceAll(code, codeHidden);
}
