import { dropUnseen, dropUnseenButJoiners, foldWidth } from './invisible.ts';
import { lengths } from './kinds.ts';
import { lookAlikes } from './lookalikes.ts';
import { decodePunycode } from './punycode.ts';

/**
 * The one form in which an email address is stored, compared and searched, and the form in which it is shown. Two
 * addresses in the one form are the same mailbox if and only if they are the same text.
 */

/** RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3, in bytes; RFC 1035 section 2.3.4. */
const LOCAL_PART = 64;
const LABEL = 63;

/** `Name <name@example.com>`, or the address alone in angle brackets. */
const inBrackets = /^[^<>]*<([^<>]*)>$/;
const mailto = /^mailto:([^?]*)(?:\?.*)?$/i;

/** Letters, digits and signs of RFC 6531 section 3.3, in parts that single dots separate. */
const localPart = /^[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)*$/u;

/** What the parser of addresses of sites would take for something else than a domain. */
const notOfDomain = /[\s/?#@:%\\[\]<>^|]/;
const plainLabel = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const [SHORTEST_TOP, LONGEST_TOP] = lengths.topLevelDomain;
const topLevel = new RegExp(`^[\\p{L}\\p{M}]{${SHORTEST_TOP},${LONGEST_TOP}}$`, 'u');

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** What stands in front of an address and names it: `Email: `. No address has a colon, but that of a site has one. */
const label = /^[^@:]*:(?!\/\/)\s*/;
/** `[Gina](mailto:gina@example.com)`, as editors copy a link. */
const markdown = /^\[[^\]]*\]\(([^()]*)\)$/;
/** `Gina (gina@example.com)`. */
const inParentheses = /^[^()@]*\(([^()]*@[^()]*)\)$/;
/** `gina@example.com (Gina)`. */
const remark = /\s*\([^()@]*\)$/;
/** Signs of a sentence or a list around an address. */
const opening = /^[\s"'“”‘’„«‹`([{<*]+/;
const closing = /[\s"'“”‘’»›`)\]}>*.,;:!?。、]+$/;

/**
 * Reads an email address as people type and paste it: with `mailto:`, in angle brackets behind a name, with a label, in
 * quotes, with the full stop of its sentence, with invisible characters, in full-width letters, with a domain in
 * Unicode.
 * @returns the address in small letters and in Unicode's form NFC, with the domain in ASCII (UTS 46); null if it is not
 * an email address
 */
export function readEmailAddress(typed: string): string | null {
  const text = dropUnseenButJoiners(foldWidth(typed)).trim();
  return readBare(unwrap(text)) ?? readBare(unwrap(trimmed(text)));
}

function readBare(text: string): string | null {
  const at = text.lastIndexOf('@');
  if (at < 0) return null;
  const local = dropUnseen(text.slice(0, at)).normalize('NFC').toLowerCase().normalize('NFC');
  const domain = readDomain(text.slice(at + 1));
  if (domain === null || !localPart.test(local) || bytesOf(local) > LOCAL_PART) return null;
  const address = `${local}@${domain}`;
  return bytesOf(address) <= lengths.emailAddress ? address : null;
}

/** Takes off brackets and the scheme of a link. */
function unwrap(text: string): string {
  const inside = (inBrackets.exec(text)?.[1] ?? text).trim();
  const [, linked] = mailto.exec(inside) ?? [];
  return linked === undefined ? inside : decodeLink(linked);
}

/** Takes off what belongs to the text in which an address stood. */
function trimmed(typed: string): string {
  const text = typed.replace(/[\s.,;:!?。、]+$/, '');
  const [, inside = text.replace(remark, '')] = markdown.exec(text) ?? inParentheses.exec(text) ?? [];
  const named = mailto.test(inside) ? inside : (inBrackets.exec(inside)?.[1] ?? inside).replace(label, '');
  return named
    .replace(opening, '')
    .replace(closing, '')
    .replace(/\s*@\s*/g, '@');
}

function decodeLink(linked: string): string {
  try {
    return decodeURIComponent(linked).trim();
  } catch {
    return linked.trim();
  }
}

/** @returns the domain in ASCII, null if a label of it breaks a rule of DNS or of internationalized domains */
function readDomain(typed: string): string | null {
  // A joiner is kept where the script needs it; anywhere else the conversion refuses it, and it came with a paste.
  const domain = toAscii(typed) ?? toAscii(dropUnseen(typed));
  if (domain === null) return null;
  const labels = domain.split('.');
  const top = labels.length > 1 ? labelInUnicode(labels.at(-1) ?? '') : null;
  return top !== null && topLevel.test(top) && labels.every(isLabel) ? domain : null;
}

/** The conversion is UTS 46 without its transitional part, in Node.js and browsers alike. */
function toAscii(domain: string): string | null {
  if (domain === '' || notOfDomain.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

function isLabel(label: string): boolean {
  if (label.length > LABEL || !plainLabel.test(label)) return false;
  return label.slice(2, 4) !== '--' || labelInUnicode(label) !== null;
}

/** @returns a plain label as it is; null for one that is encoded, but not in the only right way */
function labelInUnicode(label: string): string | null {
  if (!label.startsWith('xn--')) return label.slice(2, 4) === '--' ? null : label;
  const decoded = decodePunycode(label.slice(4));
  return decoded !== null && toAscii(`${decoded}.com`) === `${label}.com` ? decoded : null;
}

/** Whether two addresses are the same mailbox, however each is written. */
export function isSameEmailAddress(one: string, other: string): boolean {
  return (readEmailAddress(one) ?? one) === (readEmailAddress(other) ?? other);
}

const cyrillicOrGreek = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{M}\d-]+$/u;

/** The scripts of which a label is shown in Unicode: one of them, or those that Japanese and Korean mix. */
const scripts = [
  /^[\p{Script=Cyrillic}\p{M}\d-]+$/u,
  /^[\p{Script=Greek}\p{M}\d-]+$/u,
  /^[\p{Script=Arabic}\p{M}\d-]+$/u,
  /^[\p{Script=Hebrew}\p{M}\d-]+$/u,
  /^[\p{Script=Devanagari}\p{M}\d-]+$/u,
  /^[\p{Script=Thai}\p{M}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\d-]+$/u,
];

/** Letters of Latin that are a basic letter with marks, or one of the few that no basic letter looks like. */
const latin = /^[a-zßæœøđłþð\d-]+$/;
const latinMarks = /[\u0300-\u036f]/g;

/**
 * Whether a label can be read in Unicode without being taken for another: all letters are of one script, and it does
 * not consist of letters that look like basic Latin ones alone.
 */
function isClear(label: string): boolean {
  if (/\p{Default_Ignorable_Code_Point}/u.test(label)) return false;
  if (latin.test(label.normalize('NFD').replaceAll(latinMarks, ''))) return true;
  if (!scripts.some((script) => script.test(label))) return false;
  return !cyrillicOrGreek.test(label) || [...label].some((sign) => /\p{L}/u.test(sign) && !lookAlikes[sign]);
}

/**
 * An address as people write it. A domain is shown in Unicode if each of its labels is clear (`isClear`), otherwise in
 * ASCII, so that no domain can pass for another.
 */
export function showEmailAddress(address: string): string {
  if (!address.includes('xn--')) return address;
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const labels = domain.split('.').map(labelInUnicode);
  const shown = labels.join('.');
  const safe = labels.every((label) => label !== null && isClear(label)) && toAscii(shown) === domain;
  return safe ? address.slice(0, at) + shown : address;
}
