import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { NOTE_TYPE, noteOf } from '../backup/erasures.ts';
import { type Rewriting, readRows } from '../backup/make.ts';
import { type CopiedTable, columnList } from '../backup/tables.ts';
import { exitCodes, StartError } from '../start-error.ts';
import { declaredFileColumns } from '../storage/file-columns.ts';
import { SEALED_TYPE, sealFile } from '../storage/sealed.ts';
import { readField, rowsOf, writeField } from './copy-text.ts';
import { copiedRows, findUndeclaredColumns, listTellingColumns, type TableCopies } from './declaration.ts';
import type { MadeUp } from './made-up.ts';
import { placeholderPdf, placeholderPicture } from './placeholders.ts';
import { kept, type Replacement } from './replacements.ts';

/**
 * Replaces what tells something about a person while a backup is made. Tables of the queue and of the sandboxes come
 * over empty: what waits there is about real people, and nobody may get a mail from a copy.
 * @throws StartError if the database has a column that is not declared: nothing of it is copied then
 */
export async function anonymizing(
  client: pg.ClientBase,
  copies: TableCopies,
  made: MadeUp,
): Promise<Rewriting> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'mikro_orm_migrations'`);
  const faults = findUndeclaredColumns(
    await listTellingColumns(client),
    tables.map(({ name }) => name),
    copies,
  );
  if (faults.length > 0)
    throw new StartError(
      `Nothing was copied, because this release does not know what to do with it:\n${faults.join('\n')}`,
      exitCodes.failed,
    );
  return {
    rows: (from, table) => replacedRows(from, table, copies, made),
    async *files(from) {
      for await (const [key] of copyOf(from, fileKeys(copies))) {
        if (key === undefined) continue;
        const body = sealFile(made.keys, key, placeholderOf(key));
        yield { key, contentType: SEALED_TYPE, body };
      }
      // A restore compares the list of erased people with the database.
      for await (const [id = '', at = ''] of copyOf(from, erasedPeople))
        yield { key: noteOf(made.keys, id), contentType: NOTE_TYPE, body: Buffer.from(at) };
    },
  };
}

const erasedPeople = `
  select person_id, to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from person_key where erased_at is not null`;

async function* copyOf(client: pg.Client, query: string): AsyncGenerator<string[], void> {
  yield* rowsOf(client.query(copyTo(`copy (${query}) to stdout`)));
}

/** All keys of encrypted files that come over. */
function fileKeys(copies: TableCopies): string {
  const each = declaredFileColumns.filter(
    ({ table, column }) => copiedRows(copies, table)?.columns()[column] === kept,
  );
  return each
    .map(({ table, column }) => {
      const name = pg.escapeIdentifier(column);
      return `select ${name} from ${pg.escapeIdentifier(table)} where ${name} is not null`;
    })
    .join(' union ');
}

const placeholderOf = (key: string): Buffer =>
  /\.(jpg|png)\.sealed$/.test(key) ? placeholderPicture : placeholderPdf;

/** The rows of a table as the copy has them. */
async function* replacedRows(
  client: pg.Client,
  table: CopiedTable,
  copies: TableCopies,
  made: MadeUp,
): AsyncGenerator<Buffer, void> {
  const name = /^public\.(.*)$/.exec(table.name)?.[1] ?? '';
  const copy = copiedRows(copies, name);
  if (!copy) return;
  const replacements = copy.columns();
  const replaced = table.columns.flatMap((column, at): [number, string, Replacement][] => {
    const replacement = replacements[column];
    return replacement && replacement !== kept ? [[at, column, replacement]] : [];
  });
  if (replaced.length === 0) {
    yield* readRows(client, table);
    return;
  }
  const also = Object.entries(copy.also);
  const places = new Map(
    [...table.columns, ...also.map(([named]) => named)].map((column, at) => [column, at]),
  );
  const values = [columnList(table), ...also.map(([, expression]) => `(${expression})`)].join(', ');
  const ordered = copy.order.map((column) => pg.escapeIdentifier(column)).join(', ');
  const query = `select ${values} from ${table.name} t${ordered && ` order by ${ordered}`}`;
  for await (const fields of copyOf(client, query)) {
    const row = {
      table: name,
      made,
      of(column: string) {
        const at = places.get(column);
        if (at === undefined) throw new Error(`${name} has no column ${column}`);
        return readField(fields[at] ?? '\\N');
      },
    };
    const given = fields.slice(0, table.columns.length);
    for (const [at, column, replace] of replaced) {
      const value = readField(fields[at] ?? '\\N');
      if (value !== null || replace.evenNull) given[at] = writeField(replace(value ?? '', row, column));
    }
    yield Buffer.from(`${given.join('\t')}\n`, 'utf8');
  }
}
