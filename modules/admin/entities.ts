import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { StaffAlertType } from '#modules/platform/index.ts';
import type { AlertState, ControlName, NoteType } from './statuses.ts';

/** The tables of admin. */

/**
 * A change of one count of the overview: by how much the number of rows with this key and day increased or decreased.
 * Triggers on the counted tables insert them, the overview adds them up, and a job merges them.
 */
const OverviewCountSchema = defineEntity({
  name: 'OverviewCount',
  tableName: 'overview_count',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    figure: p.text().$type<'people' | 'scores' | 'applications' | 'companies'>(),
    /** The score, or the application's status; empty for other figures. */
    key: p.text(),
    /** For people, the day of registration (UTC); for scores, the day of expiration; constant for other figures. */
    day: p.date(),
    change: p.integer(),
  },
});
class OverviewCount extends OverviewCountSchema.class {}
OverviewCountSchema.setClass(OverviewCount);

/** A note of staff about a person. Never changed. */
const AdminNoteSchema = defineEntity({
  name: 'AdminNote',
  tableName: 'admin_note',
  properties: {
    id: p.uuid().primary(),
    /** The person it is about. */
    accountId: p.uuid(),
    /** The application it is about, or null if it is about the person. */
    applicationId: p.uuid().nullable(),
    /** Null if it was written in the terminal, whose operator is named instead. */
    authorAccountId: p.uuid().nullable(),
    authorOperator: p.text().nullable(),
    noteType: p.text().$type<NoteType>(),
    /** Encrypted with the person's own key (D23); null if the person had been erased before it was written. */
    noteSealed: p.text().nullable(),
    writtenAt: p.datetime(),
  },
});
class AdminNote extends AdminNoteSchema.class {}
AdminNoteSchema.setClass(AdminNote);

/** Something that waits, or waited, for a decision of staff. */
const PipelineAlertSchema = defineEntity({
  name: 'PipelineAlert',
  tableName: 'pipeline_alert',
  properties: {
    id: p.uuid().primary(),
    alertType: p.text().$type<StaffAlertType>(),
    /** The row that the alert is about, in the module that raised the alert. */
    eventId: p.uuid(),
    accountId: p.uuid().nullable(),
    applicationId: p.uuid().nullable(),
    profileNumber: p.text().nullable(),
    monitorScore: p.text().nullable(),
    reason: p.text(),
    raisedAt: p.datetime(),
    dueAt: p.datetime().nullable(),
    /** Whether that is a goal of the portal, and no deadline by law. */
    dueByGoal: p.boolean().default(false),
    state: p.text().$type<AlertState>().default('open'),
    assignedTo: p.uuid().nullable(),
    assignedAt: p.datetime().nullable(),
    /** Null if it was settled by a decision made elsewhere. */
    settledBy: p.uuid().nullable(),
    settledAt: p.datetime().nullable(),
  },
});
class PipelineAlert extends PipelineAlertSchema.class {}
PipelineAlertSchema.setClass(PipelineAlert);

/** `automatic`: there was no second admin, and it took effect after 24 hours. */
const controlChangeStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'automatic'] as const;

/** A change of a control of money or access that one admin asked for (D145). */
const ControlChangeSchema = defineEntity({
  name: 'ControlChange',
  tableName: 'control_change',
  properties: {
    id: p.uuid().primary(),
    control: p.text().$type<ControlName>(),
    value: p.text(),
    reason: p.text(),
    state: p.text().$type<(typeof controlChangeStates)[number]>(),
    requestedBy: p.uuid(),
    requestedAt: p.datetime(),
    /** When it takes effect by itself; null if a second admin decides. */
    effectiveAt: p.datetime().nullable(),
    decidedBy: p.uuid().nullable(),
    decidedAt: p.datetime().nullable(),
    decisionNote: p.text().nullable(),
  },
});
class ControlChange extends ControlChangeSchema.class {}
ControlChangeSchema.setClass(ControlChange);

/** The morning mail of a member of staff. Without a row they want it. */
const StaffDigestSchema = defineEntity({
  name: 'StaffDigest',
  tableName: 'staff_digest',
  properties: {
    accountId: p.uuid().primary(),
    wanted: p.boolean().default(true),
    /** The last day on which it was made, in the portal's time zone; null before the first. */
    lastDay: p.date().nullable(),
  },
});
class StaffDigest extends StaffDigestSchema.class {}
StaffDigestSchema.setClass(StaffDigest);

/** Every entity of this module. */
export const adminEntities = [OverviewCount, AdminNote, PipelineAlert, ControlChange, StaffDigest];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof OverviewCountSchema
      | typeof AdminNoteSchema
      | typeof PipelineAlertSchema
      | typeof ControlChangeSchema
      | typeof StaffDigestSchema
    > {}
}
