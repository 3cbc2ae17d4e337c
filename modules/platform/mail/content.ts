/** The content of a mail as typed blocks, from which one renderer makes the HTML and the plain text. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'facts'; rows: readonly (readonly [string, string])[] }
  | { kind: 'note'; text: string };

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
/** A code to type, large and easy to copy. */
export const code = (value: string): Block => ({ kind: 'code', code: value });
/** The one action that the mail asks for. */
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
/** A secondary action, in small print. */
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url });
/** Names and values, such as `[['Amount', '$79']]`. */
export const facts = (rows: readonly (readonly [string, string])[]): Block => ({ kind: 'facts', rows });
/** Small print below the action. */
export const note = (text: string): Block => ({ kind: 'note', text });

export interface MailContent {
  subject: string;
  /** What an inbox shows next to the subject. */
  preheader: string;
  blocks: readonly Block[];
}

/** The look and the sender of a mail. */
export interface MailBrand {
  name: string;
  /** The origin of the brand's host. */
  url: string;
  logoUrl: string | null;
  timeZone: string;
  /** `#rrggbb` of the action, and of the mark that stands for a logo. */
  color: string;
  /** The address that the mail is sent from. */
  senderAddress: string;
  supportEmail: string | null;
  postalAddress: string | null;
}
