import { formatDate, formatPhone } from '../browser.ts';
import type { Field, FieldKind } from './field.ts';
import { lengths } from './kinds.ts';
import { readDate, readDigits, readPhone, readPostalCode } from './reading.ts';

export interface Groups {
  sizes: readonly number[];
  mark: string;
  /** If the person ends a group early, a zero is put in front of it: 2/3/1990 becomes 02/03/1990. */
  padded?: true;
  /** The groups of digits that begin with a year, which no month does. */
  yearFirst?: Pick<Groups, 'sizes' | 'mark'>;
}

/** How a kind of field is shown in HTML. */
interface Html {
  type: 'text' | 'tel' | 'password';
  inputMode?: 'email' | 'tel' | 'numeric' | 'decimal' | 'url';
  placeholder?: string;
  autoCapitalize?: 'none';
  spellCheck?: false;
  /** How its digits are grouped during typing. */
  groups?: Groups;
  /** How the page shows a whole value that was typed, pasted or filled in; null if it is none. */
  tidy?: (typed: string) => string | null;
}

const plain: Html = { type: 'text' };
const digits: Html = { type: 'text', inputMode: 'numeric' };
/** Not of the type `email`, with which a browser refuses an address in brackets and rewrites its domain. */
const email: Html = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false };
const day: Html = {
  ...digits,
  placeholder: 'MM/DD/YYYY',
  groups: { sizes: [2, 2, 4], mark: '/', padded: true, yearFirst: { sizes: [4, 2, 2], mark: '-' } },
  tidy: shownAs(readDate, formatDate),
};

function shownAs(read: (typed: string) => string | null, show: (value: string) => string) {
  return (typed: string): string | null => {
    const value = read(typed);
    return value === null ? null : show(value);
  };
}

const html: Partial<Record<FieldKind, Html>> = {
  email,
  accountEmail: email,
  term: { type: 'text', autoCapitalize: 'none', spellCheck: false },
  phone: {
    type: 'tel',
    inputMode: 'tel',
    placeholder: '000-000-0000',
    groups: { sizes: [3, 3, 4], mark: '-' },
    tidy: shownAs(readPhone, formatPhone),
  },
  postalCode: { ...digits, tidy: readPostalCode },
  date: day,
  dateTime: { type: 'text', placeholder: 'MM/DD/YYYY 2:00 AM' },
  birthDate: day,
  ssn: {
    ...digits,
    placeholder: '000-00-0000',
    groups: { sizes: [3, 2, 4], mark: '-' },
    tidy: shownAs(readDigits(lengths.ssnDigits), (value) => value.replace(/^(...)(..)/, '$1-$2-')),
  },
  taxId: { ...digits, placeholder: '00-0000000' },
  ssnLastFour: digits,
  password: { type: 'password' },
  newPassword: { type: 'password' },
  webAddress: { type: 'text', inputMode: 'url', placeholder: 'https://' },
  money: { type: 'text', inputMode: 'decimal', placeholder: '0.00' },
};

/** The HTML attributes of the input of a text field. */
export function attributesOf(field: Field) {
  const { groups: _groups, tidy: _tidy, ...own } = html[field.kind] ?? plain;
  return {
    ...own,
    required: field.required,
    autoComplete: field.autoComplete,
    // The page's script never sends it to be kept.
    'data-secret': field.secret ? '' : undefined,
  };
}

/** How the page helps with typing a field. */
export function typingOf(field: Field): Pick<Html, 'groups' | 'tidy'> {
  const { groups, tidy } = html[field.kind] ?? plain;
  return { ...(groups ? { groups } : {}), ...(tidy ? { tidy } : {}) };
}
