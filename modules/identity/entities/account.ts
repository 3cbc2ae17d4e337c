import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { LegalSource, Role, TwoStepMethod } from '../rules.ts';

const text = () => p.text().default('');

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.uuid().primary(),
    emailaddress: p.string().columnType('citext'),
    /** When staff were told that the address cannot be brought to the one form. */
    otherFormToldAt: p.datetime().nullable(),
    emailVerifiedAt: p.datetime().nullable(),
    role: p.text().$type<Role>().default('USER'),
    active: p.boolean().default(true),
    /** When the person was erased. The account stays as an empty shell, to which kept records refer. */
    erasedAt: p.datetime().nullable(),
    passwordHash: p.text(),
    passwordChangedAt: p.datetime(),
    twoStepMethod: p.text().$type<TwoStepMethod>().default('EMAIL'),
    /** The method in `contact_method` that codes go to; null for the account's own address or phone number. */
    twoStepContactId: p.uuid().nullable(),
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
    /** The photo's key in storage; empty if there is none. */
    profileImageKey: text(),
    /** Encrypted with AES-256-GCM, with its key id, as the key ring writes it (D44). */
    ssnEncrypted: p.text().nullable(),
    /** A keyed hash, to find equal numbers without decrypting them (D44). */
    ssnHmac: p.text().nullable(),
    /** Name and date of birth were verified by an ID document, so the person can no longer change them (doc2 §2.2). */
    lockedNameDob: p.boolean().default(false),
    /** The legal name, if something other than the person's own entry proves it, with its source and time (D98). */
    legalFirstname: p.text().nullable(),
    legalMiddlename: p.text().nullable(),
    legalLastname: p.text().nullable(),
    legalNamesuffix: p.text().nullable(),
    legalSource: p.text().$type<LegalSource>().nullable(),
    legalAt: p.datetime().nullable(),
    networkSharingMaster: p.boolean().default(true),
    networkAutoacceptinvite: p.boolean().default(false),
    /** When it was switched on: invitations that came before are never accepted automatically (D144). */
    networkAutoacceptinviteSince: p.datetime().nullable(),
    networkSearchresults: p.boolean().default(false),
    emailPreferenceInvites: p.boolean().default(true),
    emailPreferenceRenewal: p.boolean().default(true),
    emailPreferenceMarketing: p.boolean().default(false),
    criticalemails: p.boolean().default(true),
    shieldscoreCleanAutoaccept: p.boolean().default(false),
    /** The host on which the person registered; mails and links use its brand (D15). */
    registeredHost: text(),
    registeredAt: p.datetime(),
    acceptedTermsId: p.uuid().nullable(),
    /** The acceptance of the terms of the company on whose host the person registered, if it had any (D90). */
    acceptedCompanyTermsId: p.uuid().nullable(),
    lastLoginAt: p.datetime().nullable(),
    /** The network address of the last sign-in; empty if there was none yet. */
    lastLoginAddress: text(),
    lastLoginAgent: text(),
    /** When a member of staff declined the offer of a passkey or added one; they are offered it once. */
    passkeyOfferAnsweredAt: p.datetime().nullable(),
    /** When the account will be deleted, if its deletion was requested (D23). */
    eraseAt: p.datetime().nullable(),
  },
});
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

/** The hash of a password that was replaced; the last five are kept (D122). */
const FormerPasswordSchema = defineEntity({
  name: 'FormerPassword',
  tableName: 'former_password',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    passwordHash: p.text(),
    replacedAt: p.datetime(),
  },
});
export class FormerPassword extends FormerPasswordSchema.class {}
FormerPasswordSchema.setClass(FormerPassword);

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
});
export class NameAlias extends NameAliasSchema.class {}
NameAliasSchema.setClass(NameAlias);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof AccountSchema
      | typeof FormerPasswordSchema
      | typeof PreviousAddressSchema
      | typeof NameAliasSchema
    > {}
}
