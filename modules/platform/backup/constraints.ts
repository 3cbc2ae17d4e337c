import type pg from 'pg';
import type { CopiedTable } from './tables.ts';

/** What must wait until all rows are there: triggers, references between tables, and indexes, which are faster then. */
export interface Loosened {
  /** Statements that bring everything back, in their order. */
  restoring: string[];
}

interface Undoing {
  undo: string;
  redo: string;
}

/**
 * Empties the tables, and takes away triggers, references between tables, constraints that are not valid for older rows,
 * and indexes without a constraint. In the transaction of the restore.
 */
export async function loosen(owner: pg.Client, tables: readonly CopiedTable[]): Promise<Loosened> {
  const names = tables.map(({ name }) => name);
  const ask = async (text: string) => (await owner.query<Undoing>(text, [names])).rows;
  const triggers = await ask(`
    select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as undo,
      format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as redo
    from pg_trigger t where t.tgrelid = any($1::regclass[]) and not t.tgisinternal and t.tgenabled <> 'D' and t.tgparentid = 0
    order by 1`);
  const constraints = await ask(`
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as undo,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as redo
    from pg_constraint c where c.conrelid = any($1::regclass[]) and c.conparentid = 0
      and (c.contype = 'f' or (c.contype = 'c' and not c.convalidated))
    order by 1`);
  const indexes = await ask(`
    select format('drop index %s', i.indexrelid::regclass) as undo, pg_get_indexdef(i.indexrelid) as redo
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any($1::regclass[]) and c.relkind = 'i' and not c.relispartition
      and not exists (select from pg_constraint con where con.conindid = i.indexrelid)
    order by 1`);
  for (const { undo } of [...triggers, ...constraints]) await owner.query(undo);
  await owner.query(`truncate ${names.join(', ')}`);
  for (const { undo } of indexes) await owner.query(undo);
  return { restoring: [...indexes, ...constraints, ...triggers].map(({ redo }) => redo) };
}

/** Brings back what `loosen` took away. @throws if the rows do not fit together */
export async function tighten(owner: pg.Client, { restoring }: Loosened): Promise<void> {
  await owner.query(`set local maintenance_work_mem = '256MB'`);
  for (const statement of restoring) await owner.query(statement);
}
