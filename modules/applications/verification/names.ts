import { foldName, isSpelledAlike } from '#modules/platform/index.ts';
import type { DocumentSide, VerificationResult } from './port.ts';

/** The legal name that an ID document proves, compared with what the person entered (D98). Pure functions. */

export interface Names {
  firstname: string;
  middlename: string;
  lastname: string;
  namesuffix: string;
}

interface NameRead {
  firstname: string;
  middlename: string;
  lastname: string;
}

/** The characters that a name on a document may have. Anything else was misread. */
const readable = /^['’‘`´]?\p{L}[\p{L}\p{M}'’‘`´ʹ .-]{0,79}$/u;

const legible = (read: string | null | undefined): string => {
  const text = read?.trim().replaceAll(/\s+/g, ' ') ?? '';
  return readable.test(text) ? text : '';
};

/**
 * The name on the document, from the first side on which both first and last name could be read; null if there is no
 * such side.
 */
export function nameOnDocument({ front, back }: Pick<VerificationResult, 'front' | 'back'>): NameRead | null {
  const sides = [front, back].filter((side): side is DocumentSide => side !== null);
  const side = sides.find((each) => legible(each.first_name) && legible(each.last_name));
  if (!side) return null;
  return {
    firstname: legible(side.first_name),
    middlename: sides.map((each) => legible(each.middle_name)).find(Boolean) ?? '',
    lastname: legible(side.last_name),
  };
}

/** Documents are often printed in capitals. */
function cased(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replaceAll(
      /(^|[\s'’‘-])([ʻʼ]?)(\p{L})/gu,
      (_, before: string, okina: string, letter: string) => before + okina + letter.toUpperCase(),
    )
    .replaceAll(/\bMc(\p{L})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

const suffixes = /^(jr|sr|ii|iii|iv|v)\.?$/i;

/** A last name without the suffix that some documents print after it. */
function withoutSuffix(lastname: string): string {
  const words = lastname.split(' ');
  return words.length > 1 && suffixes.test(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : lastname;
}

/**
 * The legal name: the document's, in the person's own spelling if the two differ only in case, accents, spaces or
 * hyphens. A middle name or suffix that the document does not show stays as the person entered it.
 */
export function legalNames(entered: Names, read: NameRead): Names {
  const lastname = [read.lastname, withoutSuffix(read.lastname)].some((name) =>
    isSpelledAlike(name, entered.lastname),
  )
    ? entered.lastname
    : cased(withoutSuffix(read.lastname));
  return { ...givenNames(entered, read), lastname, namesuffix: entered.namesuffix };
}

function givenNames(entered: Names, read: NameRead): Pick<Names, 'firstname' | 'middlename'> {
  const { firstname, middlename } = entered;
  // Some documents print all given names as the first name.
  if (isSpelledAlike(`${read.firstname}${read.middlename}`, `${firstname}${middlename}`))
    return { firstname, middlename };
  if (isSpelledAlike(read.firstname, firstname)) {
    return { firstname, middlename: middleName(middlename, read.middlename) };
  }
  const words = read.firstname.split(' ');
  const count = firstname.split(' ').length;
  if (!read.middlename && isSpelledAlike(words.slice(0, count).join(' '), firstname)) {
    return { firstname, middlename: middleName(middlename, words.slice(count).join(' ')) };
  }
  return { firstname: cased(read.firstname), middlename: middleName(middlename, read.middlename) };
}

/** If one of the two is an initial of the other, the full name. */
function middleName(entered: string, read: string): string {
  const initialOnly = foldName(read).length <= 1 && foldName(entered).startsWith(foldName(read));
  return isSpelledAlike(entered, read) || (entered && initialOnly) ? entered : cased(read);
}

/** Whether two spellings of first and last name belong to the same name. */
export function isSameName(
  one: Pick<Names, 'firstname' | 'lastname'>,
  other: Pick<Names, 'firstname' | 'lastname'>,
): boolean {
  return isSpelledAlike(one.firstname, other.firstname) && isSpelledAlike(one.lastname, other.lastname);
}

/** Whether the document belongs to somebody else: neither its first nor its last name is the person's. */
export function namesSomebodyElse(entered: Names, read: NameRead): boolean {
  const legal = legalNames(entered, read);
  return legal.firstname !== entered.firstname && legal.lastname !== entered.lastname;
}
