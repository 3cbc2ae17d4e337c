/** Domains of email addresses that are probably typing errors. People get a hint; no address is refused. */

/** Names of popular providers, without the top-level domain, and the domain that is meant by each. */
const popular: Readonly<Record<string, string>> = {
  gmail: 'gmail.com',
  yahoo: 'yahoo.com',
  hotmail: 'hotmail.com',
  outlook: 'outlook.com',
  icloud: 'icloud.com',
  comcast: 'comcast.net',
  verizon: 'verizon.net',
  sbcglobal: 'sbcglobal.net',
  bellsouth: 'bellsouth.net',
  protonmail: 'protonmail.com',
};

/** Real providers that would pass for a typing error of a popular one. */
const genuine = new Set(['mail.com', 'email.com', 'ymail.com', 'cloud.com', 'comcast.com', 'verizon.com']);

/** Top-level domains that do not exist or that no popular provider uses, and the one that is meant. */
const mistyped: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  coom: 'com',
  nte: 'net',
  ent: 'net',
  nett: 'net',
};
const notOfPopular = new Set(['co', 'cm', 'om', 'cim', 'ne', 'net', 'com']);

/** Providers of mailboxes that anybody can open without a password, or that are deleted within hours. */
const disposable = new Set(
  `10minutemail.com 10minutemail.net armyspy.com burnermail.io cuvox.de dayrep.com discard.email dispostable.com
  einrot.com emailondeck.com fakeinbox.com fleckens.hu getairmail.com getnada.com grr.la guerrillamail.biz
  guerrillamail.com guerrillamail.de guerrillamail.net guerrillamail.org guerrillamailblock.com gustr.com
  harakirimail.com inboxkitten.com jourrapide.com mailcatch.com maildrop.cc mailexpire.com mailinator.com
  mailinator.net mailnesia.com mintemail.com moakt.com mohmal.com mytemp.email rhyta.com sharklasers.com spam4.me
  spamgourmet.com superrito.com teleworm.us temp-mail.org tempail.com tempmail.com tempr.email throwawaymail.com
  trashmail.com trashmail.de trashmail.net yopmail.com yopmail.fr yopmail.net`.split(/\s+/),
);

export type DomainHint = { kind: 'mistyped'; domain: string } | { kind: 'disposable' };

/**
 * @param emailaddress a masked local part is allowed
 * @returns null if there is nothing to say about the domain
 */
export function hintOfDomain(emailaddress: string): DomainHint | null {
  const domain = emailaddress
    .slice(emailaddress.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if (!emailaddress.includes('@') || domain.length > 60) return null;
  if (disposable.has(domain)) return { kind: 'disposable' };
  const meant = meantBy(domain);
  return meant === null || meant === domain ? null : { kind: 'mistyped', domain: meant };
}

function meantBy(domain: string): string | null {
  if (genuine.has(domain)) return null;
  const [name = '', ending = '', ...more] = domain.split('.');
  if (more.length > 0) {
    const last = more.at(-1) ?? '';
    return mistyped[last] ? [name, ending, ...more.slice(0, -1), mistyped[last]].join('.') : null;
  }
  const known = popular[name];
  if (known) return mistyped[ending] || notOfPopular.has(ending) ? known : null;
  const corrected = mistyped[ending] ?? ending;
  for (const [each, whole] of Object.entries(popular)) {
    if (isTypoOf(name, each) && (whole.endsWith(`.${corrected}`) || notOfPopular.has(ending))) return whole;
  }
  return mistyped[ending] ? `${name}.${corrected}` : null;
}

/** Whether the two differ only by one missing, doubled or wrong letter, or by two swapped adjacent letters. */
function isTypoOf(typed: string, meant: string): boolean {
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from += 1;
  const [rest, wanted] = [typed.slice(from), meant.slice(from)];
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}
