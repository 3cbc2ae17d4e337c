import { isShieldId } from '#modules/applications/index.ts';
import { optional } from '#modules/platform/fields/field.ts';
import { businessName, note, personName } from '#modules/platform/fields/kinds.ts';
import { readEmailAddress, readPhone, readSearchTerm, schemaOf } from '#modules/platform/index.ts';
import type { BulkOutcome, ColumnKind } from './kinds.ts';
import type { StoredRow } from './stored-rows.ts';

/** What one row of a file says, by its columns. */

export interface ReadRow {
  shieldId: string | null;
  email: string | null;
  firstname: string;
  lastname: string;
  mobile: string | null;
  businessname: string;
  coupon: string;
  package: string;
  note: string;
}

const nameSchema = schemaOf(optional(personName('Name')));
const businessSchema = schemaOf(optional(businessName()));
const noteSchema = schemaOf(optional(note('Note', { max: 500 })));

/** @returns what keeps the row from being invited, or what it says */
export function readRow({ cells }: StoredRow, kinds: readonly ColumnKind[]): ReadRow | BulkOutcome {
  const textOf = (kind: ColumnKind) => {
    const column = kinds.indexOf(kind);
    return column < 0 ? '' : (cells[column] ?? '');
  };
  const contact = readContact(textOf('shieldid'), textOf('emailaddress'));
  if (typeof contact === 'string') return contact;
  const names = namesOf(textOf('fullname'), textOf('firstname'), textOf('lastname'));
  const texts = {
    firstname: nameSchema.safeParse(names.firstname),
    lastname: nameSchema.safeParse(names.lastname),
    businessname: businessSchema.safeParse(textOf('businessname')),
    note: noteSchema.safeParse(textOf('note')),
  };
  const { firstname, lastname, businessname, note: remark } = texts;
  if (!(firstname.success && lastname.success && businessname.success && remark.success)) return 'bad-text';
  return {
    ...contact,
    firstname: firstname.data,
    lastname: lastname.data,
    businessname: businessname.data,
    note: remark.data,
    mobile: readPhone(textOf('mobile')),
    coupon: textOf('coupon'),
    package: textOf('package'),
  };
}

function readContact(
  typedId: string,
  typedEmail: string,
): { shieldId: string | null; email: string | null } | BulkOutcome {
  const { id } = readSearchTerm(typedId);
  const shieldId = id !== null && isShieldId(id) ? id : null;
  const email = readEmailAddress(typedEmail);
  if (shieldId !== null || email !== null) return { shieldId, email };
  if (typedEmail !== '') return 'bad-email';
  return typedId === '' ? 'no-contact' : 'bad-shieldid';
}

/** A full name is split at its comma, or before its last word. */
function namesOf(full: string, first: string, last: string): { firstname: string; lastname: string } {
  if (first !== '' || last !== '' || full === '') return { firstname: first, lastname: last };
  const [before = '', ...after] = full.split(',');
  if (after.length > 0) return { firstname: after.join(',').trim(), lastname: before.trim() };
  const words = full.split(/\s+/);
  return {
    firstname: words.slice(0, -1).join(' ') || full,
    lastname: words.length > 1 ? (words.at(-1) ?? '') : '',
  };
}
