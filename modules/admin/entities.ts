import { defineEntity, p } from '@mikro-orm/postgresql';

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

/** Every entity of this module. */
export const adminEntities = [OverviewCount];
