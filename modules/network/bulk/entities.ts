import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { TableFacts } from '#modules/platform/index.ts';
import type { BulkOutcome, BulkState, ColumnKind, PauseReason } from './kinds.ts';

/** The tables of bulk invitations. Their constraints and indexes are in the migrations. */

/** How many rows have each outcome. */
export type BulkCounts = Partial<Record<BulkOutcome, number>>;

/** How a file was read; empty for rows that came in a call. */
export type BulkSource = TableFacts['source'] | Record<string, never>;

/** A file of people whom a company invites, and how far that is. */
const BulkInvitationSchema = defineEntity({
  name: 'BulkInvitation',
  tableName: 'bulk_invitation',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    /** Who uploaded it: a member of the company's team, or staff. */
    madeByAccountId: p.uuid(),
    madeAt: p.datetime(),
    fileName: p.text(),
    fileBytes: p.integer(),
    /** The rows that were read from the file, encrypted; null once they are deleted. */
    rowsKey: p.text().nullable(),
    /** The first rows, for the preview. */
    headSealed: p.text().nullable(),
    rowCount: p.integer(),
    columnCount: p.integer(),
    source: p.json().$type<BulkSource>(),
    /** Rows with letters that look as if they were read in the wrong encoding. */
    garbled: p.integer().default(0),
    hasHeader: p.boolean(),
    columnKinds: p.array().columnType('text[]').$type<ColumnKind[]>(),
    /** The type of coupon that every invitation carries. */
    couponTypeId: p.uuid().nullable(),
    state: p.text().$type<BulkState>().default('uploaded'),
    /** The dry run of the columns as they are now: when, how many rows have each outcome, and that of each row. */
    checkedAt: p.datetime().nullable(),
    checkCounts: p.json().$type<BulkCounts>().nullable(),
    checkOutcomes: p.blob().nullable(),
    /** Rows that were handled, counted from the beginning of the file. */
    position: p.integer().default(0),
    sentCounts: p.json().$type<BulkCounts>().nullable(),
    startedAt: p.datetime().nullable(),
    startedByAccountId: p.uuid().nullable(),
    /** Cents: what the coupons can cost at most, as whoever started it confirmed. */
    couponMost: p.integer().nullable(),
    pauseReason: p.text().$type<PauseReason>().nullable(),
    /** When it continues automatically. */
    resumeAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
class BulkInvitation extends BulkInvitationSchema.class {}
BulkInvitationSchema.setClass(BulkInvitation);

/** A row that was handled, and what became of it. It is written in the transaction that sends its invitation. */
const BulkInvitationRowSchema = defineEntity({
  name: 'BulkInvitationRow',
  tableName: 'bulk_invitation_row',
  properties: {
    bulkInvitationId: p.uuid().primary(),
    rowNumber: p.integer().primary(),
    outcome: p.text().$type<BulkOutcome>(),
  },
});
class BulkInvitationRow extends BulkInvitationRowSchema.class {}
BulkInvitationRowSchema.setClass(BulkInvitationRow);

/** What a company said a column with this header is. The header is stored as its HMAC, because it may be a name. */
const BulkColumnChoiceSchema = defineEntity({
  name: 'BulkColumnChoice',
  tableName: 'bulk_column_choice',
  properties: {
    companyId: p.uuid().primary(),
    headerHash: p.text().primary(),
    columnKind: p.text().$type<ColumnKind>(),
  },
});
class BulkColumnChoice extends BulkColumnChoiceSchema.class {}
BulkColumnChoiceSchema.setClass(BulkColumnChoice);

/** How many rows a company sent on a day in UTC. */
const BulkDaySchema = defineEntity({
  name: 'BulkDay',
  tableName: 'bulk_day',
  properties: { companyId: p.uuid().primary(), day: p.date().primary(), rows: p.integer() },
});
class BulkDay extends BulkDaySchema.class {}
BulkDaySchema.setClass(BulkDay);

/** How many rows a company may send a day, if staff raised it. */
const BulkLimitSchema = defineEntity({
  name: 'BulkLimit',
  tableName: 'bulk_limit',
  properties: {
    companyId: p.uuid().primary(),
    dailyRows: p.integer(),
    setByAccountId: p.uuid(),
    setAt: p.datetime(),
  },
});
class BulkLimit extends BulkLimitSchema.class {}
BulkLimitSchema.setClass(BulkLimit);

/** What the file of a bulk invitation said about a person besides name and address. */
const InvitationDetailSchema = defineEntity({
  name: 'InvitationDetail',
  tableName: 'invitation_detail',
  properties: {
    connectionId: p.uuid().primary(),
    /** Ten digits, for matching; never texted. */
    mobile: p.text().nullable(),
    businessName: p.text().nullable(),
    /** The company's own note. */
    note: p.text().nullable(),
  },
});
class InvitationDetail extends InvitationDetailSchema.class {}
InvitationDetailSchema.setClass(InvitationDetail);

export const bulkEntities = [
  BulkInvitation,
  BulkInvitationRow,
  BulkColumnChoice,
  BulkDay,
  BulkLimit,
  InvitationDetail,
];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof BulkInvitationSchema
      | typeof BulkInvitationRowSchema
      | typeof BulkColumnChoiceSchema
      | typeof BulkDaySchema
      | typeof BulkLimitSchema
      | typeof InvitationDetailSchema
    > {}
}
