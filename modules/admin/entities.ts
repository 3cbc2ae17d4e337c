import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { NoteType } from './fields.ts';

/** The tables of admin. */

/**
 * One change of a count of the overview, or the sum of many: by how much the number of rows with this key and day changed.
 * Triggers of the counted tables write it; the overview adds it up.
 */
const OverviewCountSchema = defineEntity({
  name: 'OverviewCount',
  tableName: 'overview_count',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    figure: p.text().$type<'people' | 'scores' | 'applications' | 'companies'>(),
    /** The score or the application's status; empty for the others. */
    key: p.text(),
    /** Of people the day of registration (UTC), of scores the day of expiration; for the others always the same. */
    day: p.date(),
    change: p.integer(),
  },
});
class OverviewCount extends OverviewCountSchema.class {}
OverviewCountSchema.setClass(OverviewCount);

/** What staff wrote down about a person; never changed. */
const AdminNoteSchema = defineEntity({
  name: 'AdminNote',
  tableName: 'admin_note',
  properties: {
    id: p.uuid().primary(),
    /** The person it is about. */
    accountId: p.uuid(),
    /** The application it is about; null where it is about the person as a whole. */
    applicationId: p.uuid().nullable(),
    authorAccountId: p.uuid(),
    noteType: p.text().$type<NoteType>(),
    /** Under the person's own key (D23); null when the person had been erased before. */
    noteSealed: p.text().nullable(),
    writtenAt: p.datetime(),
  },
});
class AdminNote extends AdminNoteSchema.class {}
AdminNoteSchema.setClass(AdminNote);

/** Every entity of this module. */
export const adminEntities = [OverviewCount, AdminNote];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof OverviewCountSchema | typeof AdminNoteSchema> {}
}
