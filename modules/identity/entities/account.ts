import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Role, TwoStepMethod } from '../rules.ts';

const text = () => p.text().default('');

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.uuid().primary(),
    emailaddress: p.string().columnType('citext'),
    emailVerifiedAt: p.datetime().nullable(),
    role: p.text().$type<Role>().default('USER'),
    active: p.boolean().default(true),
    passwordHash: p.text(),
    passwordChangedAt: p.datetime(),
    twoStepMethod: p.text().$type<TwoStepMethod>().default('EMAIL'),
    mobileVerifiedAt: p.datetime().nullable(),
    firstname: p.text(),
    middlename: text(),
    lastname: p.text(),
    namesuffix: text(),
    businessname: text(),
    mobile: text(),
    businessphone: text(),
    address1: text(),
    address2: text(),
    city: text(),
    state: text(),
    postalcode: text(),
    dateofbirth: p.date().nullable(),
    /** Where the storage port keeps the picture; empty for none. */
    profileImageKey: text(),
    /** AES-256-GCM with its key id, as the key ring writes it (D44). */
    ssnEncrypted: p.text().nullable(),
    /** Finds equal numbers without showing one (D44). */
    ssnHmac: p.text().nullable(),
    /** Name and date of birth as an ID document proved them: no longer the person's to change (doc2 §2.2). */
    lockedNameDob: p.boolean().default(false),
    networkSharingMaster: p.boolean().default(true),
    networkAutoacceptinvite: p.boolean().default(false),
    networkSearchresults: p.boolean().default(false),
    emailPreferenceInvites: p.boolean().default(true),
    emailPreferenceRenewal: p.boolean().default(true),
    emailPreferenceMarketing: p.boolean().default(false),
    criticalemails: p.boolean().default(true),
    shieldscoreCleanAutoaccept: p.boolean().default(false),
    /** The host the person registered on: mail and links go by its brand (D15). */
    registeredHost: text(),
    registeredAt: p.datetime(),
    acceptedTermsId: p.uuid().nullable(),
    lastLoginAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'account_role_check', expression: "role in ('USER', 'ADMIN')" },
    {
      name: 'account_two_step_method_check',
      expression: "two_step_method in ('EMAIL', 'SMS', 'OTPAPP', 'DISABLED')",
    },
    {
      name: 'account_admin_two_step_check',
      expression: "role <> 'ADMIN' or two_step_method <> 'DISABLED'",
    },
    {
      name: 'account_emailaddress_check',
      expression: "emailaddress ~ '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,24}$'",
    },
    { name: 'account_mobile_check', expression: "mobile ~ '^([0-9]{10})?$'" },
    { name: 'account_businessphone_check', expression: "businessphone ~ '^([0-9]{10})?$'" },
    { name: 'account_state_check', expression: "state ~ '^([A-Z]{2})?$'" },
    { name: 'account_postalcode_check', expression: "postalcode ~ '^([0-9]{5})?$'" },
    { name: 'account_dateofbirth_check', expression: "dateofbirth > '1900-01-01'::date" },
    { name: 'account_ssn_check', expression: '(ssn_encrypted is null) = (ssn_hmac is null)' },
  ],
  indexes: [
    {
      name: 'account_emailaddress_key',
      expression: 'create unique index account_emailaddress_key on account (emailaddress)',
    },
    {
      name: 'account_ssn_hmac_idx',
      expression: 'create index account_ssn_hmac_idx on account (ssn_hmac) where ssn_hmac is not null',
    },
    {
      name: 'account_search_idx',
      expression:
        "create index account_search_idx on account using gin (lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text) gin_trgm_ops)",
    },
    {
      name: 'account_accepted_terms_id_idx',
      expression: 'create index account_accepted_terms_id_idx on account (accepted_terms_id)',
    },
    {
      name: 'account_name_idx',
      expression:
        'create index account_name_idx on account (lower(lastname) collate "C", lower(firstname) collate "C", id) include (lastname, firstname)',
    },
    {
      name: 'account_registered_at_idx',
      expression: "create index account_registered_at_idx on account (registered_at) where role = 'USER'",
    },
  ],
});
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

const PreviousAddressSchema = defineEntity({
  name: 'PreviousAddress',
  tableName: 'previous_address',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    position: p.integer(),
    address1: p.text(),
    address2: text(),
    city: p.text(),
    state: p.text(),
    postalcode: p.text(),
  },
  checks: [
    { name: 'previous_address_position_check', expression: 'position >= 1' },
    { name: 'previous_address_state_check', expression: "state ~ '^[A-Z]{2}$'" },
    { name: 'previous_address_postalcode_check', expression: "postalcode ~ '^[0-9]{5}$'" },
  ],
  indexes: [
    {
      name: 'previous_address_account_id_position_key',
      expression:
        'create unique index previous_address_account_id_position_key on previous_address (account_id, position)',
    },
  ],
});
export class PreviousAddress extends PreviousAddressSchema.class {}
PreviousAddressSchema.setClass(PreviousAddress);

const NameAliasSchema = defineEntity({
  name: 'NameAlias',
  tableName: 'name_alias',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    position: p.integer(),
    firstname: p.text(),
    middlename: text(),
    lastname: p.text(),
  },
  checks: [{ name: 'name_alias_position_check', expression: 'position >= 1' }],
  indexes: [
    {
      name: 'name_alias_account_id_position_key',
      expression:
        'create unique index name_alias_account_id_position_key on name_alias (account_id, position)',
    },
  ],
});
export class NameAlias extends NameAliasSchema.class {}
NameAliasSchema.setClass(NameAlias);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<typeof AccountSchema | typeof PreviousAddressSchema | typeof NameAliasSchema> {}
}
