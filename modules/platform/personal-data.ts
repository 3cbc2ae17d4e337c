import type { Work } from './contract.ts';
import { column, type Shape, type StatementRow } from './database/column.ts';
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
export const retentions = [
  'screening',
  'adverse-action',
  'payment',
  'agreement',
  'opt-out',
  'audit',
  'request',
  'departure',
] as const;
export type Retention = (typeof retentions)[number];

type Reading = Pick<Work, 'db' | 'rows' | 'portal'>;

/** A document of the person, such as a report. */
export interface PersonalFile {
  /** Including the extension; unique within the module. */
  name: string;
  read(): Promise<Uint8Array>;
}

/** What an erasure can wait for, in the order in which the person is told (D140). */
export const erasureWaits = [
  'law',
  'chargeback',
  'refund',
  'dispute',
  'adverse-action',
  'check',
  'company',
  'result',
  'application',
] as const;
export type ErasureWait = (typeof erasureWaits)[number];

/** Something that is not over yet and has to end before a person is erased. */
export interface ErasureHold {
  readonly wait: ErasureWait;
  isOpen(work: Pick<Work, 'db'>, subject: DataSubject): Promise<boolean>;
  /** Ends it, if only the person has to act and they do not. Whatever has no such end is waited for. */
  readonly end?: (work: Work<null>, subject: DataSubject) => Promise<void>;
}

export interface PersonalTable {
  readonly table: string;
  /** What the rows are, for the person who reads an export. */
  readonly title: string;
  /** Why the person does not get the rows; null for a table that is exported. */
  readonly withheld: string | null;
  /** The columns that an export reads. */
  readonly columns: readonly string[];
  /** Why rows stay after an erasure; null if none do. */
  readonly retained: Retention | null;
  readRows(work: Reading, subject: DataSubject): Promise<readonly object[]>;
  /** Whether rows stay after an erasure. */
  keepsRows(work: Pick<Work, 'rows' | 'now'>, subject: DataSubject): Promise<boolean>;
  erase(work: Pick<Work, 'rows' | 'now'>, subject: DataSubject): Promise<void>;
}

/** What one module stores about people. */
export interface PersonalData {
  /** The module's name, which is also the name of its folder in an export. */
  readonly module: string;
  /** In the order in which they are erased: a row comes before the rows that it refers to. */
  readonly tables: readonly PersonalTable[];
  readonly listFiles?: (work: Reading, subject: DataSubject) => Promise<PersonalFile[]>;
  readonly holds?: readonly ErasureHold[];
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
  /** All rows are deleted but those that meet the condition `keep`. */
  | { erase: 'rows'; keep: (now: Date, subject: DataSubject) => Fragment; retained: Retention }
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
    const { table, title } = declared;
    const name = `${module}.${table.replaceAll('_', '-')}`;
    const retained = 'retained' in declared ? (declared.retained ?? null) : null;
    return {
      table,
      title,
      withheld: 'withheld' in declared ? declared.withheld : null,
      retained,
      columns: 'columns' in declared ? Object.keys(declared.columns) : [],
      readRows: 'columns' in declared ? reader(name, declared) : async () => [],
      keepsRows: retained === null ? async () => false : finder(name, declared),
      erase: eraser(name, declared),
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

type Kept = Erased & Pick<Declaration<Shape>, 'table' | 'of'>;

const keptOf = (declared: Kept, subject: DataSubject, now: Date) =>
  'keep' in declared ? declared.keep(now, subject) : sql`true`;

function finder(name: string, declared: Kept): PersonalTable['keepsRows'] {
  const { table, of } = declared;
  const find = statement({
    name: `${name}.keeps`,
    row: { kept: column.boolean },
    sql: (subject: DataSubject, now: Date) =>
      sql`select exists (select from ${sql.table(table)} where ${of(subject)} and ${keptOf(declared, subject, now)}) as kept`,
  });
  return async (work, subject) => (await work.rows(find(subject, work.now))).some(({ kept }) => kept);
}

function eraser(name: string, declared: Kept): PersonalTable['erase'] {
  const { table, of, erase } = declared;
  if (erase === 'nothing') return async () => {};
  const change = statement({
    name: `${name}.erase`,
    row: {},
    sql: (subject: DataSubject, now: Date) =>
      erase === 'rows'
        ? sql`delete from ${sql.table(table)} where ${of(subject)} ${'keep' in declared ? sql`and (${declared.keep(now, subject)}) is not true` : sql``}`
        : sql`update ${sql.table(table)} set ${erase(subject, now)} where ${of(subject)}`,
  });
  return async (work, subject) => {
    await work.rows(change(subject, work.now));
  };
}
