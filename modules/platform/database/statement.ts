import { type Expression, sql as kyselySql, type OperationNode, type RawBuilder } from 'kysely';
import { keepPrepared, sendWithNext } from './client.ts';
import type { Shape, StatementRow } from './column.ts';
import type { Database, Fragment } from './sql.ts';

export interface StatementParts<S extends Shape, A extends readonly unknown[]> {
  /** `module.what-it-does`: checks and traces call it so. */
  name: string;
  /** The columns that it answers; none for a statement that only writes. */
  row: S;
  sql: (...args: A) => Fragment;
  /** Lists of arguments, one for each form of the text. Needed where an argument decides more than a value. */
  examples?: readonly A[];
  /**
   * Each connection parses and plans it once, for all values: for what runs often and always finds its rows the same
   * way, by a key. Not for searches, whose best plan depends on the value.
   */
  prepared?: boolean;
  /** A transaction sends it together with its next statement: for what only writes, and cannot be refused. */
  unread?: boolean;
}

/** A statement with its arguments: runs by itself, or stands as a part in a larger one. */
export class Query<R> implements Expression<R> {
  readonly statement: {
    readonly name: string;
    readonly row: Shape;
    readonly prepared?: boolean;
    readonly unread?: boolean;
  };
  readonly #raw: RawBuilder<R>;

  constructor(statement: Query<R>['statement'], raw: RawBuilder<R>) {
    this.statement = statement;
    this.#raw = raw;
  }

  get expressionType(): R | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return this.#raw.toOperationNode();
  }

  /** The text that PostgreSQL is sent. */
  textFor(db: Database): string {
    return this.#raw.compile(db).sql;
  }

  async execute(db: Database): Promise<{ rows: R[] }> {
    const compiled = this.#raw.compile(db);
    if (this.statement.prepared) keepPrepared(compiled.sql);
    if (this.statement.unread) sendWithNext(compiled.sql);
    const { rows } = await db.executeQuery(compiled);
    return { rows: this.#read(rows) };
  }

  /** @param rows the statement's rows as PostgreSQL writes them in JSON */
  readJson(rows: R[]): R[] {
    return this.#read(convertRows(this.statement.row, 'fromJson', rows));
  }

  #read(rows: R[]): R[] {
    const decoded = convertRows(this.statement.row, 'decode', rows);
    for (const observe of observers) observe(this.statement, decoded);
    return decoded;
  }
}

/** The row of a declared statement. */
export type RowOfStatement<S extends (...args: never[]) => Query<unknown>> =
  ReturnType<S> extends Query<infer R> ? R : never;

/** What a statement is to the test that describes them all. */
export interface DeclaredStatement {
  name: string;
  row: Shape;
  /** One query for each form; without examples, one with placeholders for all values. */
  forms(): Query<unknown>[];
}

const declared: DeclaredStatement[] = [];

/** Every statement of the modules that were loaded so far. */
export const declaredStatements: readonly DeclaredStatement[] = declared;

type Observer = (statement: { name: string; row: Shape }, rows: readonly unknown[]) => void;

const observers = new Set<Observer>();

/**
 * Hears of the rows of every statement from now on: tests compare them with what was declared.
 * @returns a function that stops it
 */
export function observeStatements(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/**
 * Declares SQL that the query builder cannot say (a CTE, a lateral join, a window), with the columns that it answers:
 * the row type follows from them. A test has PostgreSQL describe every declared statement and compares.
 */
export function statement<S extends Shape, A extends readonly unknown[]>(
  parts: StatementParts<S, A>,
): (...args: A) => Query<StatementRow<S>> {
  const wrap = (fragment: Fragment) =>
    new Query<StatementRow<S>>(parts, kyselySql<StatementRow<S>>`${fragment}`);
  const query = (...args: A) => wrap(parts.sql(...args));
  declared.push({
    name: parts.name,
    row: parts.row,
    forms: () =>
      parts.examples?.map((example) => query(...example)) ?? [
        wrap(
          Reflect.apply(
            parts.sql,
            undefined,
            Array.from({ length: parts.sql.length }, () => placeholder),
          ),
        ),
      ],
  });
  return query;
}

/** Stands for any value, and for an object of values: PostgreSQL describes a statement without looking at them. */
const placeholder = new Proxy({}, { get: () => null });

/** Converts the columns that have such a conversion; nulls stay. */
function convertRows<R>(shape: Shape, conversion: 'decode' | 'fromJson', rows: R[]): R[] {
  const conversions = Object.entries(shape).flatMap(([name, column]) => {
    const convert = column[conversion];
    return convert ? [{ name, convert }] : [];
  });
  if (conversions.length === 0) return rows;
  return rows.map((row) => {
    const given = new Map(Object.entries(Object(row)));
    const converted = conversions.map(({ name, convert }) => {
      const value = given.get(name);
      return [name, value === null ? null : convert(value)];
    });
    return Object.assign({}, row, Object.fromEntries(converted));
  });
}
