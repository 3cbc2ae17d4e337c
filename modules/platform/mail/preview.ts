import type { MailBrand } from './content.ts';
import { declaredMails, type Letter, type MailKind } from './declaration.ts';
import { renderMail } from './render.ts';

/** Every mail that the portal sends, by its name. */
export function listMailKinds(): MailKind[] {
  return declaredMails
    .filter(({ name }) => !name.startsWith('test.'))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** A mail about its sample as its reader would get it. The links of its footer open nothing. */
export function previewMail(
  kind: MailKind,
  brand: MailBrand,
): { subject: string; html: string; text: string } {
  const content = kind.sample().content(brand.url, brand.timeZone);
  const { html, text } = renderMail(content, brand, {
    preferencesUrl: kind.securityCode ? null : `${brand.url}/emailpreferences/sample`,
    unsubscribeUrl: kind.list ? `${brand.url}/unsubscribe/sample` : null,
  });
  return { subject: content.subject, html, text };
}

/**
 * A mail about its sample, to be sent to a member of staff. It counts as a mail to staff, so that it arrives whatever
 * they chose for the kind, and its record and its subject tell it from a real one.
 */
export function sampleLetter(kind: MailKind): Letter {
  const letter = kind.sample();
  return {
    kind: { ...kind, name: 'sample', group: 'staff', list: null, followed: false },
    content(origin, timeZone) {
      const content = letter.content(origin, timeZone);
      return { ...content, subject: `Sample: ${content.subject}` };
    },
  };
}
