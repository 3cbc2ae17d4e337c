import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Grade } from '#modules/platform/index.ts';
import type { ConnectionStatus, ConnectionType } from './forms.ts';
import type { ConnectionEventKind } from './history.ts';

/** The tables of network. Constraints and indexes stand in the migrations. */

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
    /** The person got it by opening a link, so that it is not accepted by itself (D108). */
    cameByLink: p.boolean().default(false),
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
    score: p.text().$type<Grade>().nullable(),
    /** The score's place on its scale, 0 for IC01+; 9 for none. */
    scoreRank: p.smallint().default(9),
    expiration: p.date().nullable(),
  },
});
class Connection extends ConnectionSchema.class {}
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
});
class SearchEntry extends SearchEntrySchema.class {}
SearchEntrySchema.setClass(SearchEntry);

/** Every entity of this module. */
export const networkEntities = [Connection, ConnectionEvent, SearchEntry];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      typeof ConnectionSchema | typeof ConnectionEventSchema | typeof SearchEntrySchema
    > {}
}
