import type { Field, FieldKind } from './field.ts';

/** How a kind of field is shown in HTML. */
interface Html {
  type: 'text' | 'tel' | 'password';
  inputMode?: 'email' | 'tel' | 'numeric' | 'decimal' | 'url';
  pattern?: string;
  placeholder?: string;
  autoCapitalize?: 'none';
  spellCheck?: false;
  /** How its digits are grouped during typing. */
  groups?: { sizes: readonly number[]; mark: string; padded?: true };
}

const plain: Html = { type: 'text' };
const digits: Html = { type: 'text', inputMode: 'numeric' };
/** Not of the type `email`, with which a browser refuses an address in brackets and rewrites its domain. */
const email: Html = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false };
const day: Html = {
  ...digits,
  placeholder: 'MM/DD/YYYY',
  groups: { sizes: [2, 2, 4], mark: '/', padded: true },
};

const html: Partial<Record<FieldKind, Html>> = {
  email,
  accountEmail: email,
  term: { type: 'text', autoCapitalize: 'none', spellCheck: false },
  phone: {
    type: 'tel',
    inputMode: 'tel',
    placeholder: '000-000-0000',
    groups: { sizes: [3, 3, 4], mark: '-' },
  },
  postalCode: { ...digits, pattern: '\\d{5}' },
  date: day,
  dateTime: { type: 'text', placeholder: 'MM/DD/YYYY 2:00 AM' },
  birthDate: day,
  ssn: { ...digits, placeholder: '000-00-0000', groups: { sizes: [3, 2, 4], mark: '-' } },
  taxId: { ...digits, placeholder: '00-0000000' },
  ssnLastFour: { ...digits, pattern: '\\d{4}' },
  password: { type: 'password' },
  newPassword: { type: 'password' },
  webAddress: { type: 'text', inputMode: 'url', placeholder: 'https://' },
  money: { type: 'text', inputMode: 'decimal', placeholder: '0.00' },
};

/** The HTML attributes of the input of a text field. */
export function attributesOf(field: Field) {
  const { groups: _groups, ...own } = html[field.kind] ?? plain;
  return {
    ...own,
    maxLength: field.max,
    required: field.required,
    autoComplete: field.autoComplete,
    // The page's script never sends it to be kept.
    'data-secret': field.secret ? '' : undefined,
  };
}

/** How the digits of a field are grouped during typing; undefined if they are not. */
export function groupsOf(field: Field): Html['groups'] {
  return html[field.kind]?.groups;
}
