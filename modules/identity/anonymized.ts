import { CopiedRows, leftOut, replacements, type TableCopies } from '#modules/platform/index.ts';
import { reasonAad } from './staff/session.ts';

const {
  address,
  agent,
  always,
  birthday,
  city,
  email,
  firstname,
  fullName,
  kept,
  lastname,
  nulled,
  opaque,
  phone,
  postalcode,
  sealed,
  sealedFor,
  shieldNumber,
  street,
  words,
} = replacements;

type Replacement = typeof kept;

/** The name that stands for an erased person says nothing. */
const unlessErased =
  (replace: Replacement): Replacement =>
  (value, row, column) =>
    row.of('erased_at') === null ? replace(value, row, column) : value;

/** The primary method of a person whose app is not in the copy. */
const withoutApp: Replacement = (value) => (value === 'OTPAPP' ? 'EMAIL' : value);
/** A person has no number twice, and there are not many made-up ones. */
function contactValue(): Replacement {
  const last = { account: '', values: new Set<string>() };
  return (value, row, column) => {
    if (row.of('kind') === 'EMAIL') return email(value, row, column);
    const account = row.of('account_id') ?? '';
    if (account !== last.account) Object.assign(last, { account, values: new Set() });
    let made = value && row.made.phone(value);
    for (let round = 1; made && last.values.has(made); round += 1) made = row.made.phone(`${value} ${round}`);
    last.values.add(made);
    return made;
  };
}

const emptied = always('');
const place = ['account_id', 'position'];

/** What a copy without personal data has of the identity module's tables. */
export const identityCopies: TableCopies = {
  access_entry: { reason: words, visitor: opaque },
  account: {
    address1: street('id'),
    address2: replacements.filled('Unit 1'),
    businessname: replacements.company('id'),
    businessphone: phone,
    city: city('id'),
    dateofbirth: birthday,
    emailaddress: email,
    firstname: unlessErased(firstname('id')),
    last_login_address: address,
    last_login_agent: agent,
    lastname: unlessErased(lastname('id')),
    legal_firstname: firstname('id'),
    legal_lastname: lastname('id'),
    legal_middlename: emptied,
    legal_namesuffix: emptied,
    middlename: emptied,
    mobile: phone,
    namesuffix: emptied,
    password_hash: (_value, { made }) => made.passwordHash,
    postalcode: postalcode('id'),
    profile_image_key: emptied,
    registered_host: emptied,
    ssn_encrypted: sealed((_value, row) => row.made.ssn(row.of('ssn_hmac') ?? '')),
    ssn_hmac: (value, { made }) => made.keys.lookupHash('ssn', made.ssn(value)),
    state: kept,
    two_step_contact_id: (value, row) => (row.of('two_step_method') === 'OTPAPP' ? null : value),
    two_step_method: withoutApp,
  },
  contact_method: new CopiedRows({
    order: ['account_id', 'id'],
    columns: () => ({
      kind: kept,
      // Nobody has it, so that the app of the original does not open the copy.
      secret_sealed: sealed((_value, row) => row.made.bytes('totp', row.of('id') ?? '').subarray(0, 20)),
      value: contactValue(),
    }),
  }),
  former_password: leftOut,
  kept_text: leftOut,
  known_browser: leftOut,
  login_failure: leftOut,
  mail_choice: leftOut,
  mail_preference: { emailaddress: email },
  mail_suppression: { emailaddress: email, reason: words },
  name_alias: { firstname: firstname(place), lastname: lastname(place), middlename: emptied },
  passkey: leftOut,
  passkey_challenge: leftOut,
  previous_address: {
    address1: street(place),
    address2: replacements.filled('Unit 1'),
    city: city(place),
    postalcode: postalcode(place),
    state: kept,
  },
  privacy_request: {
    answer_sealed: sealed(),
    emailaddress: email,
    file_expires_at: nulled,
    file_key: nulled,
    host: emptied,
    message_sealed: sealed(),
    name: fullName((row) => row.of('account_id') ?? row.of('id') ?? ''),
    retained: kept,
    waits_for: kept,
  },
  recovery_code: leftOut,
  security_change: leftOut,
  sent_mail: {
    address_sealed: nulled,
    kind: kept,
    message_id: opaque,
    subject_sealed: nulled,
    text_sealed: nulled,
  },
  session: leftOut,
  session_facts: {
    certification_name: fullName('account_id'),
    certification_number: shieldNumber,
    company_name: replacements.company('company_id'),
    shieldlinkid: shieldNumber,
  },
  session_hand_off: leftOut,
  staff_session: { reason_sealed: sealedFor('account_id', reasonAad) },
  terms_acceptance: { address, agent },
  terms_draft: { html: kept },
  terms_version: { html: kept },
  trusted_browser: leftOut,
  verification_code: leftOut,
};
