import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ConnectionStatus, ConnectionType } from './forms.ts';
import type { ConnectionEventKind } from './history.ts';

/** The tables of network. The migration holds the same checks and indexes, and the foreign keys besides. */

/**
 * One row from the invitation on: who owns the network (a company or a person), who was invited, how it stands.
 * What the grids filter and sort by is stored beside it, as the owner may see it, and kept true by refresh.ts.
 */
const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'connection',
  properties: {
    id: p.uuid().primary(),
    ownerCompanyId: p.uuid().nullable(),
    ownerAccountId: p.uuid().nullable(),
    /** Whichever of the two it is, so that one set of indexes serves both. */
    ownerId: p.uuid().generated('(coalesce(owner_company_id, owner_account_id)) stored').nullable(),
    /** The person invited, once there is an account. */
    accountId: p.uuid().nullable(),
    /** Where the invitation went; null when the person was invited by ShieldID. */
    toEmail: p.string().columnType('citext').nullable(),
    /** The ShieldID by which the inviter asked. */
    toShieldid: p.text().nullable(),
    /** The name as the inviter knew it. */
    toFirstname: p.text().default(''),
    toLastname: p.text().default(''),
    connectionType: p.text().$type<ConnectionType>().default('INDIVIDUAL'),
    invitedByAccountId: p.uuid(),
    invitedAt: p.datetime(),
    inviteExpiresAt: p.datetime(),
    inviteSentCount: p.integer().default(0),
    renewalRequestCount: p.integer().default(0),
    acceptedAt: p.datetime().nullable(),
    /** The company that shares its network, when it was accepted as a company (D55). */
    sharingCompanyId: p.uuid().nullable(),
    ignoredAt: p.datetime().nullable(),
    bouncedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    removedAt: p.datetime().nullable(),
    sharingActive: p.boolean().default(true),
    reportShared: p.boolean().default(false),
    /** The link's code, under the key ring, and its HMAC by which it is found (D22). */
    codeSealed: p.text(),
    codeHash: p.text(),
    status: p.text().$type<ConnectionStatus>().default('INVITE'),
    /** When the status changes by the passing of time alone. */
    statusUntil: p.datetime().nullable(),
    sortName: p.text().default(''),
    searchText: p.text().default(''),
    sharedAt: p.datetime(),
    shieldid: p.text().nullable(),
    score: p.text().nullable(),
    /** The score's place on its scale, 0 for IC01+; 9 for none. */
    scoreRank: p.smallint().default(9),
    expiration: p.date().nullable(),
  },
  checks: [
    {
      name: 'connection_owner_check',
      expression: 'num_nonnulls(owner_company_id, owner_account_id) = 1',
    },
    { name: 'connection_invited_check', expression: 'account_id is not null or to_email is not null' },
    { name: 'connection_not_oneself_check', expression: 'owner_account_id <> account_id' },
    {
      name: 'connection_connection_type_check',
      expression: "connection_type in ('INDIVIDUAL', 'FULLNETWORK', 'EXTENDED')",
    },
    {
      name: 'connection_status_check',
      expression:
        "status in ('INVITE', 'INVITEIGNORE', 'INVITEBOUNCE', 'INVITEINRENEWALWINDOW', 'APPSTARTED', 'CHECKINPROGRESS', 'SCOREPENDING', 'PENDINGINVITEACCEPT', 'CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED')",
    },
    { name: 'connection_accepted_check', expression: 'accepted_at is null or account_id is not null' },
    {
      name: 'connection_answered_once_check',
      expression:
        'num_nonnulls(accepted_at, ignored_at) <= 1 and num_nonnulls(cancelled_at, removed_at) <= 1',
    },
    { name: 'connection_removed_check', expression: 'removed_at is null or accepted_at is not null' },
    { name: 'connection_cancelled_check', expression: 'cancelled_at is null or accepted_at is null' },
    {
      name: 'connection_sharing_company_check',
      expression: "sharing_company_id is null or connection_type = 'FULLNETWORK'",
    },
    {
      name: 'connection_score_check',
      expression:
        "score is null or (accepted_at is not null and score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA'))",
    },
    { name: 'connection_invite_expires_at_check', expression: 'invite_expires_at > invited_at' },
  ],
  indexes: [
    {
      name: 'connection_live_person_key',
      expression:
        'create unique index connection_live_person_key on connection (owner_id, account_id) where account_id is not null and cancelled_at is null and removed_at is null',
    },
    {
      name: 'connection_live_email_key',
      expression:
        'create unique index connection_live_email_key on connection (owner_id, to_email) where account_id is null and cancelled_at is null and removed_at is null',
    },
    {
      name: 'connection_code_hash_key',
      expression: 'create unique index connection_code_hash_key on connection (code_hash)',
    },
    {
      name: 'connection_account_id_idx',
      expression:
        'create index connection_account_id_idx on connection (account_id) where account_id is not null',
    },
    {
      name: 'connection_to_email_idx',
      expression: 'create index connection_to_email_idx on connection (to_email) where account_id is null',
    },
    {
      name: 'connection_invited_by_account_id_idx',
      expression:
        'create index connection_invited_by_account_id_idx on connection (invited_by_account_id, invited_at)',
    },
    {
      name: 'connection_sharing_company_id_idx',
      expression:
        'create index connection_sharing_company_id_idx on connection (sharing_company_id) where sharing_company_id is not null',
    },
    {
      name: 'connection_status_until_idx',
      expression:
        'create index connection_status_until_idx on connection (status_until) where status_until is not null and cancelled_at is null and removed_at is null',
    },
    {
      name: 'connection_search_idx',
      expression:
        'create index connection_search_idx on connection using gin (owner_id, search_text gin_trgm_ops) where cancelled_at is null and removed_at is null',
    },
    {
      name: 'connection_network_status_idx',
      expression:
        'create index connection_network_status_idx on connection (owner_id, status) where cancelled_at is null and removed_at is null',
    },
    ...['connection_type', 'score_rank'].map((column) => ({
      name: `connection_network_${column}_idx`,
      expression: `create index connection_network_${column}_idx on connection (owner_id, ${column}, sort_name, id) where cancelled_at is null and removed_at is null`,
    })),
    ...['sort_name', 'shieldid', 'score_rank', 'status', 'shared_at', 'expiration'].map((column) => ({
      name: `connection_grid_${column}_idx`,
      expression: `create index connection_grid_${column}_idx on connection (owner_id, ${column}, id) where cancelled_at is null and removed_at is null`,
    })),
  ],
});
export class Connection extends ConnectionSchema.class {}
ConnectionSchema.setClass(Connection);

/** What happened to a connection, for its history; append-only. */
const ConnectionEventSchema = defineEntity({
  name: 'ConnectionEvent',
  tableName: 'connection_event',
  properties: {
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    kind: p.text().$type<ConnectionEventKind>(),
    /** Who did it; null for the portal itself. */
    actorAccountId: p.uuid().nullable(),
    at: p.datetime(),
  },
  checks: [
    {
      name: 'connection_event_kind_check',
      expression:
        "kind in ('invited', 'resent', 'attached', 'bounced', 'accepted', 'ignored', 'cancelled', 'sharing-on', 'sharing-off', 'report-on', 'report-off', 'removed', 'left')",
    },
  ],
  indexes: [
    {
      name: 'connection_event_connection_id_idx',
      expression:
        'create index connection_event_connection_id_idx on connection_event (connection_id, at, id)',
    },
  ],
});
class ConnectionEvent extends ConnectionEventSchema.class {}
ConnectionEventSchema.setClass(ConnectionEvent);

/** Whom a person without an enterprise profile has seen, for the free-search limit (D52). */
const SearchEntrySchema = defineEntity({
  name: 'SearchEntry',
  tableName: 'search_entry',
  properties: {
    searcherId: p.uuid().primary(),
    personId: p.uuid().primary(),
    /** The last time within the window in which it counted. */
    countedAt: p.datetime(),
  },
  checks: [{ name: 'search_entry_not_oneself_check', expression: 'searcher_id <> person_id' }],
  indexes: [
    {
      name: 'search_entry_counted_at_idx',
      expression: 'create index search_entry_counted_at_idx on search_entry (searcher_id, counted_at)',
    },
  ],
});
class SearchEntry extends SearchEntrySchema.class {}
SearchEntrySchema.setClass(SearchEntry);

/** An address without an account that wants no more invitations (D19). */
const InvitationOptOutSchema = defineEntity({
  name: 'InvitationOptOut',
  tableName: 'invitation_opt_out',
  properties: {
    emailaddress: p.string().columnType('citext').primary(),
    at: p.datetime(),
  },
});
class InvitationOptOut extends InvitationOptOutSchema.class {}
InvitationOptOutSchema.setClass(InvitationOptOut);

/** Every entity of this module. */
export const networkEntities = [Connection, ConnectionEvent, SearchEntry, InvitationOptOut];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof ConnectionSchema
      | typeof ConnectionEventSchema
      | typeof SearchEntrySchema
      | typeof InvitationOptOutSchema
    > {}
}
