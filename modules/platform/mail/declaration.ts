import type { Block, MailContent } from './content.ts';
import { isMailList, type MailGroup, type MailList } from './groups.ts';

export interface MailKind {
  /** As in test/checks/mails.tsv. */
  readonly name: string;
  /** Of its template; whoever changes what the mail says raises it (test/checks/mail-versions.tsv). */
  readonly version: number;
  /** The source of its template, for the check of the version. */
  readonly source: string;
  /** @returns the mail about a person and a company that do not exist, for its preview */
  sample(): Letter;
  readonly group: MailGroup;
  /** What one unsubscribes from by its link; null if it has none. */
  readonly list: MailList | null;
  /** Contains a code to type. Its footer has no link to the preferences (D95). */
  readonly securityCode: boolean;
  /** The provider may count how often the mail is opened and its link followed, for the person who sent it. */
  readonly followed: boolean;
}

/** One mail about an event, still without a recipient and a host. */
export interface Letter {
  readonly kind: MailKind;
  /**
   * @param origin scheme and host of the links in the mail
   * @param timeZone of the reader's host, for the times in the mail
   */
  content(origin: string, timeZone: string): MailContent;
}

interface MailDeclaration<About> {
  name: string;
  /** What its preview is made of. Names nobody who exists, and its links open nothing. */
  sample: About;
  /** 1 by default. */
  version?: number;
  group: MailGroup;
  /** Its group by default, if that is a list. */
  list?: MailList;
  securityCode?: boolean;
  followed?: boolean;
  subject: string | ((about: About) => string);
  /** @param timeZone of the reader's host */
  preheader: string | ((about: About, timeZone: string) => string);
  blocks(about: About, origin: string, timeZone: string): readonly Block[];
}

const declared: MailKind[] = [];
/** Every mail of the modules that are loaded. */
export const declaredMails: readonly MailKind[] = declared;

/**
 * Declares a mail, in the module that sends it. Its group determines the footer and which preferences apply, its list whether
 * one can unsubscribe.
 * @returns a function that makes the letter from the facts, to be sent with `portal.mailTo`
 */
export function declareMail<About>(declaration: MailDeclaration<About>): (about: About) => Letter {
  const { name, version = 1, group, securityCode = false, followed = false } = declaration;
  const { subject, preheader, blocks } = declaration;
  const source = [subject, preheader, blocks].map(String).join('\n');
  const list = declaration.list ?? (isMailList(group) ? group : null);
  const letter = (about: About): Letter => ({
    kind,
    content: (origin, timeZone) =>
      checked({
        subject: typeof subject === 'string' ? subject : subject(about),
        preheader: typeof preheader === 'string' ? preheader : preheader(about, timeZone),
        blocks: blocks(about, origin, timeZone),
      }),
  });
  const kind = {
    name,
    version,
    source,
    group,
    list,
    securityCode,
    followed,
    sample: () => letter(declaration.sample),
  };
  declared.push(kind);
  return letter;
}

/** @throws Error if a mail has more than one action, or its subject is not a single line */
function checked(content: MailContent): MailContent {
  if (content.blocks.filter((block) => block.kind === 'button').length > 1) {
    throw new Error(`The mail '${content.subject}' has more than one action`);
  }
  if (!content.subject || /[\r\n]/.test(content.subject))
    throw new Error('A mail needs a subject of one line');
  return content;
}
