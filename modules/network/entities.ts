import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Grade } from '#modules/platform/index.ts';
import { adverseEntities } from './adverse-actions/entities.ts';
import { alertEntities } from './alerts/entities.ts';
import { bulkEntities } from './bulk/entities.ts';
import type { ConnectionEventKind } from './connections/history.ts';
import type { ShareLinkKind } from './sharing/rules.ts';
import type { SmsState } from './sms/rules.ts';
import type { Compliance, ConnectionStatus, ConnectionType, MailState } from './statuses.ts';

/** The tables of this module. Their constraints and indexes are in the migrations. */

/**
 * An invitation, and the connection that it becomes: who owns the network (a company or a person), who was invited, and
 * the status. The columns from `status` on hold what the grids filter and sort by, as far as the owner may see it;
 * connections/refresh.ts keeps them current.
 */
const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connection',
  properties: {
    id: p.uuid().primary(),
    ownerCompanyId: p.uuid().nullable(),
    ownerAccountId: p.uuid().nullable(),
    /** The owner's id, a company's or an account's, so that one set of indexes serves both. */
    ownerId: p.uuid().generated('(coalesce(owner_company_id, owner_account_id)) stored').nullable(),
    /** The invited person; null until they have an account, and for a company. */
    accountId: p.uuid().nullable(),
    /** The address that was invited; null if the person was invited by ShieldID. */
    toEmail: p.string().columnType('citext').nullable(),
    /** The ShieldID that the inviter entered. */
    toShieldid: p.text().nullable(),
    /** The name that the owner may see before the invitation is accepted, and after the connection was removed. */
    toFirstname: p.text().default(''),
    toLastname: p.text().default(''),
    connectionType: p.text().$type<ConnectionType>().default('INDIVIDUAL'),
    invitedByAccountId: p.uuid(),
    invitedAt: p.datetime(),
    inviteExpiresAt: p.datetime(),
    inviteSentCount: p.integer().default(0),
    /** When the person is reminded next; null if they are not (D53). */
    remindAt: p.datetime().nullable(),
    renewalRequestCount: p.integer().default(0),
    renewalRequestedAt: p.datetime().nullable(),
    acceptedAt: p.datetime().nullable(),
    /** When the owner first saw the person's score; kept when sharing ends. */
    completedAt: p.datetime().nullable(),
    /**
     * The company that shares its network, or is invited to by its ShieldLink ID (D55). Such a row names no person once
     * it is accepted.
     */
    sharingCompanyId: p.uuid().nullable(),
    ignoredAt: p.datetime().nullable(),
    bouncedAt: p.datetime().nullable(),
    /** Its inviter is not told yet that it bounced. */
    bounceUntold: p.boolean().default(false),
    cancelledAt: p.datetime().nullable(),
    /**
     * From this moment on the row keeps nothing about the person but the name that the owner saw last; a trigger clears
     * the rest.
     */
    removedAt: p.datetime().nullable(),
    /** Who removed it on behalf of the network; null if the person left, or if it ended in another way. */
    removedByAccountId: p.uuid().nullable(),
    /** The person got the invitation by opening a link, so it is never accepted automatically (D108). */
    cameByLink: p.boolean().default(false),
    /** When the invited person, signed in, first opened it; null until then (D106). */
    openedAt: p.datetime().nullable(),
    /** The coupon that the invitation carries (D32). */
    couponId: p.uuid().nullable(),
    /** The package that a company asks the invited person to buy (D96); a later version of it may be on sale now. */
    packageId: p.uuid().nullable(),
    sharingActive: p.boolean().default(true),
    reportShared: p.boolean().default(false),
    /**
     * The link's code, encrypted with the key ring, and its HMAC for lookups (D22); null for a row of type EXTENDED,
     * which began without an invitation.
     */
    codeSealed: p.text().nullable(),
    codeHash: p.text().nullable(),
    status: p.text().$type<ConnectionStatus>().default('INVITE'),
    /** When the status next changes by the passing of time; null if it does not. */
    statusUntil: p.datetime().nullable(),
    /** The legal names of the shared score (D98); null if no score is shared. */
    legalFirstname: p.text().nullable(),
    legalLastname: p.text().nullable(),
    sortName: p.text().default(''),
    searchText: p.text().default(''),
    sharedAt: p.datetime(),
    shieldid: p.text().nullable(),
    score: p.text().$type<Grade>().nullable(),
    /** The score's position on the scale, from 0 for IC01+; 9 if no score is shared. */
    scoreRank: p.smallint().default(9),
    expiration: p.date().nullable(),
    /**
     * What the owning company was last alerted of: that the person joined, that the score expires soon, or that it
     * expired. Null: nothing yet.
     */
    toldStage: p.text().$type<'joined' | 'soon' | 'expired'>().nullable(),
    /** The score that the company saw last, and its expiration; kept while no score is shown. */
    toldScore: p.text().$type<Grade>().nullable(),
    toldExpiration: p.date().nullable(),
    /** The person shares, but no score is shown until a decision about it. The rule judges the one that was shown last. */
    underReview: p.boolean().default(false),
    /** By the rule of the company (alerts/compliance.ts); null for other connections. */
    compliance: p.text().$type<Compliance>().nullable(),
    outOfCompliance: p
      .boolean()
      .generated(`(compliance = any (array['SCORE'::text, 'EXPIRED'::text, 'HIDDEN'::text])) stored`)
      .nullable(),
  },
});
class Connection extends ConnectionSchema.class {}
ConnectionSchema.setClass(Connection);

/** An event in a connection's history. Append-only. */
const ConnectionEventSchema = defineEntity({
  name: 'ConnectionEvent',
  tableName: 'connection_event',
  properties: {
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    kind: p.text().$type<ConnectionEventKind>(),
    /** Who did it; null if it happened automatically. */
    actorAccountId: p.uuid().nullable(),
    at: p.datetime(),
  },
});
class ConnectionEvent extends ConnectionEventSchema.class {}
ConnectionEventSchema.setClass(ConnectionEvent);

const stateOfMail = `case when withheld_at is not null then 'withheld' when bounced_at is not null then 'bounced' when failed_at is not null then 'failed'
  when clicked_at is not null then 'clicked' when opened_at is not null then 'opened'
  when delivered_at is not null then 'delivered' when delayed_at is not null then 'delayed'
  when sent_at is not null then 'sent' else 'waiting' end`;

/** A mail of an invitation and what became of it: when each thing first happened, and how often the mail was opened. */
const InvitationMailSchema = defineEntity({
  name: 'InvitationMail',
  tableName: 'invitation_mail',
  properties: {
    /** The id that the mail provider repeats in its events. */
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    createdAt: p.datetime(),
    /** Sent automatically, and not counted among the owner's own sendings. */
    reminder: p.boolean().default(false),
    /** When it was handed over to the mail server. */
    sentAt: p.datetime().nullable(),
    /** It was not sent, because the recipient does not want such mails or cannot get any. */
    withheldAt: p.datetime().nullable(),
    delayedAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    openedAt: p.datetime().nullable(),
    clickedAt: p.datetime().nullable(),
    failedAt: p.datetime().nullable(),
    bouncedAt: p.datetime().nullable(),
    opens: p.integer().default(0),
    clicks: p.integer().default(0),
    /** The last of these that happened, in the order of `mailStates`. */
    state: p.text().$type<MailState>().generated(`(${stateOfMail}) stored`).nullable(),
  },
});
class InvitationMail extends InvitationMailSchema.class {}
InvitationMailSchema.setClass(InvitationMail);

/** A person found by somebody without an enterprise profile, for the limit of free searches (D52). */
const SearchEntrySchema = defineEntity({
  name: 'SearchEntry',
  tableName: 'search_entry',
  properties: {
    searcherId: p.uuid().primary(),
    personId: p.uuid().primary(),
    /** When the search last counted as a new one. */
    countedAt: p.datetime(),
  },
});
class SearchEntry extends SearchEntrySchema.class {}
SearchEntrySchema.setClass(SearchEntry);

/** The latest request of a network's owner to see a person's private score (D84). */
const AccessRequestSchema = defineEntity({
  name: 'AccessRequest',
  tableName: 'access_request',
  properties: {
    id: p.uuid().primary(),
    ownerCompanyId: p.uuid().nullable(),
    ownerAccountId: p.uuid().nullable(),
    ownerId: p.uuid().generated('(coalesce(owner_company_id, owner_account_id)) stored').nullable(),
    personId: p.uuid(),
    askedByAccountId: p.uuid(),
    askedAt: p.datetime(),
  },
});
class AccessRequest extends AccessRequestSchema.class {}
AccessRequestSchema.setClass(AccessRequest);

/** Who opened an invitation to another address and asked the inviter for one of their own (D115). */
const OwnInvitationRequestSchema = defineEntity({
  name: 'OwnInvitationRequest',
  tableName: 'own_invitation_request',
  properties: {
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    accountId: p.uuid(),
    askedAt: p.datetime(),
  },
});
class OwnInvitationRequest extends OwnInvitationRequestSchema.class {}
OwnInvitationRequestSchema.setClass(OwnInvitationRequest);

/** A link by which a person shows their score, as it is at the moment of opening, to everybody who has the link. */
const ShareLinkSchema = defineEntity({
  name: 'ShareLink',
  tableName: 'share_link',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    kind: p.text().$type<ShareLinkKind>(),
    /** The person's own name for the link; nobody else sees it. */
    label: p.text().default(''),
    /** The address that it was mailed to. */
    toEmail: p.string().columnType('citext').nullable(),
    /** The code, encrypted with the key ring, and its HMAC for lookups (D22). */
    codeSealed: p.text(),
    codeHash: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});
class ShareLink extends ShareLinkSchema.class {}
ShareLinkSchema.setClass(ShareLink);

/** The permissible purpose for which the owner of a network uses full reports; the latest row counts. Append-only. */
const ReportPurposeSchema = defineEntity({
  name: 'ReportPurpose',
  tableName: 'report_purpose',
  properties: {
    id: p.uuid().primary(),
    ownerCompanyId: p.uuid().nullable(),
    ownerAccountId: p.uuid().nullable(),
    ownerId: p.uuid().generated('(coalesce(owner_company_id, owner_account_id)) stored').nullable(),
    purpose: p.text(),
    /** The statement that was attested, in the words that the person read. */
    words: p.text(),
    attestedByAccountId: p.uuid(),
    attestedAt: p.datetime(),
  },
});
class ReportPurpose extends ReportPurposeSchema.class {}
ReportPurposeSchema.setClass(ReportPurpose);
/** How far the acceptance of an invitation by text message is (doc1 §4, SMS Accept). */
const SmsAcceptanceSchema = defineEntity({
  name: 'SmsAcceptance',
  tableName: 'sms_acceptance',
  properties: {
    connectionId: p.uuid().primary(),
    state: p.text().$type<SmsState>().default('number'),
    /** The person's number while texts are being sent to it: ten digits. */
    mobile: p.text().nullable(),
    /** Wrong digits and wrong codes counted together, forgotten a day after `lastTriedAt` (D12). */
    tries: p.integer().default(0),
    lastTriedAt: p.datetime(),
    /** Texts with a code that were sent since `sendsSince`. */
    sends: p.integer().default(0),
    sendsSince: p.datetime().nullable(),
    /** The number of the latest text with a code. Starting over does not set it back. */
    sending: p.integer().default(0),
    codeHash: p.text().nullable(),
    codeExpiresAt: p.datetime().nullable(),
    waitingUntil: p.datetime().nullable(),
    /** It ended because the number has opted out of texts. */
    optedOut: p.boolean().default(false),
  },
});
class SmsAcceptance extends SmsAcceptanceSchema.class {}
SmsAcceptanceSchema.setClass(SmsAcceptance);

/** A number that has opted out of texts about invitations. */
const SmsOptOutSchema = defineEntity({
  name: 'SmsOptOut',
  tableName: 'sms_opt_out',
  properties: { mobile: p.text().primary(), optedOutAt: p.datetime() },
});
class SmsOptOut extends SmsOptOutSchema.class {}
SmsOptOutSchema.setClass(SmsOptOut);

/**
 * The code of a mailed link to a person's pending invitations, of which only the hash is stored. Opening it does not use
 * it up.
 */
const InviteCenterCodeSchema = defineEntity({
  name: 'InviteCenterCode',
  tableName: 'invite_center_code',
  properties: {
    codeHash: p.text().primary(),
    accountId: p.uuid(),
    /** The address that it was mailed to. The code works only while this is the account's address. */
    toEmail: p.string().columnType('citext'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});
class InviteCenterCode extends InviteCenterCodeSchema.class {}
InviteCenterCodeSchema.setClass(InviteCenterCode);

/** All entities of this module. */
export const networkEntities = [
  Connection,
  ConnectionEvent,
  InvitationMail,
  SearchEntry,
  AccessRequest,
  OwnInvitationRequest,
  ShareLink,
  ReportPurpose,
  SmsAcceptance,
  SmsOptOut,
  InviteCenterCode,
  ...adverseEntities,
  ...alertEntities,
  ...bulkEntities,
];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ConnectionSchema
      | typeof ConnectionEventSchema
      | typeof InvitationMailSchema
      | typeof SearchEntrySchema
      | typeof AccessRequestSchema
      | typeof OwnInvitationRequestSchema
      | typeof ShareLinkSchema
      | typeof ReportPurposeSchema
      | typeof SmsAcceptanceSchema
      | typeof SmsOptOutSchema
      | typeof InviteCenterCodeSchema
    > {}
}
