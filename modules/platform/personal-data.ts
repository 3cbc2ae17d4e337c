import type { Work } from './contract.ts';
import type { Shape, StatementRow } from './database/column.ts';
import { type Fragment, sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { Port } from './port.ts';

/*
 * What each table stores about a person: what an export contains of it, and what an erasure does with it (D23). Each
 * module declares its own tables. A check fails if a table with a person's id is not declared.
 */

/** The person whose data is exported or erased. */
export interface DataSubject {
  accountId: string;
  /** For tables that refer to people by their email address. */
  emailaddress: string;
}

/** Why rows about a person are kept after an erasure. The person is told. */
export const retentions = ['screening', 'payment', 'agreement', 'opt-out', 'audit', 'request'] as const;
export type Retention = (typeof retentions)[number];

type Reading = Pick<Work, 'db' | 'rows' | 'portal'>;

/** A document of the person, such as a report. */
export interface PersonalFile {
  /** Including the extension; unique within the module. */
  name: string;
  read(): Promise<Uint8Array>;
}

export interface PersonalTable {
  readonly table: string;
  /** What the rows are, for the person who reads an export. */
  readonly title: string;
  /** Why the person does not get the rows; null for a table that is exported. */
  readonly withheld: string | null;
  /** Why rows stay after an erasure; null if none do. */
  readonly retained: Retention | null;
  readRows(work: Reading, subject: DataSubject): Promise<readonly object[]>;
  erase(work: Pick<Work, 'rows' | 'now'>, subject: DataSubject): Promise<void>;
}

/** What one module stores about people. */
export interface PersonalData {
  /** The module's name, which is also the name of its folder in an export. */
  readonly module: string;
  /** In the order in which they are erased: a row comes before the rows that it refers to. */
  readonly tables: readonly PersonalTable[];
  readonly listFiles?: (work: Reading, subject: DataSubject) => Promise<PersonalFile[]>;
}

/**
 * What each module stores about a person, in the order in which it is erased: rows come before those that they refer
 * to.
 */
export const personalData = new Port<readonly PersonalData[]>('personal data');

type Exported<S extends Shape> =
  | {
      /** The columns that the person gets. */
      columns: S;
      /** Converts the rows to what the person reads, for example by decrypting a column. */
      present?: (rows: readonly StatementRow<S>[], work: Reading, subject: DataSubject) => Promise<object[]>;
    }
  | { withheld: string };

type Erased =
  /** All rows are deleted. */
  | { erase: 'rows' }
  /**
   * The assignments of an UPDATE. `retained` says why the rest of the row stays; leave it out if nothing personal is
   * left.
   */
  | { erase: (subject: DataSubject, now: Date) => Fragment; retained?: Retention }
  | { erase: 'nothing'; retained: Retention };

type Declaration<S extends Shape> = Exported<S> &
  Erased & {
    table: string;
    title: string;
    /** The condition that selects the rows about the person. */
    of: (subject: DataSubject) => Fragment;
  };

/**
 * Starts the declarations of one module.
 * @returns a function that declares one table
 */
export function personalTables(module: string) {
  return <const S extends Shape>(declared: Declaration<S>): PersonalTable => {
    const { table, title, of, erase } = declared;
    const name = `${module}.${table.replaceAll('_', '-')}`;
    const retained = 'retained' in declared ? (declared.retained ?? null) : null;
    return {
      table,
      title,
      withheld: 'withheld' in declared ? declared.withheld : null,
      retained,
      readRows: 'columns' in declared ? reader(name, declared) : async () => [],
      erase: eraser(name, table, of, erase),
    };
  };
}

function reader<S extends Shape>(
  name: string,
  { table, of, columns, present }: Extract<Declaration<S>, { columns: S }>,
): PersonalTable['readRows'] {
  const select = statement({
    name: `${name}.export`,
    row: columns,
    sql: (subject: DataSubject) => sql`
      select ${sql.join(Object.keys(columns).map((column) => sql.ref(column)))}
      from ${sql.table(table)} where ${of(subject)}`,
  });
  return async (work, subject) => {
    const rows = await work.rows(select(subject));
    return present ? present(rows, work, subject) : rows;
  };
}

function eraser(
  name: string,
  table: string,
  of: (subject: DataSubject) => Fragment,
  erase: Erased['erase'],
): PersonalTable['erase'] {
  if (erase === 'nothing') return async () => {};
  const change = statement({
    name: `${name}.erase`,
    row: {},
    sql: (subject: DataSubject, now: Date) =>
      erase === 'rows'
        ? sql`delete from ${sql.table(table)} where ${of(subject)}`
        : sql`update ${sql.table(table)} set ${erase(subject, now)} where ${of(subject)}`,
  });
  return async (work, subject) => {
    await work.rows(change(subject, work.now));
  };
}
