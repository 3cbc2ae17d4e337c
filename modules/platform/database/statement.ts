import { type Expression, sql as kyselySql, type OperationNode, type RawBuilder } from 'kysely';
import type { Column, Shape, StatementRow } from './column.ts';
import type { Database, Fragment } from './sql.ts';

export interface StatementParts<S extends Shape, A extends readonly unknown[]> {
  /** `module.what-it-does`: checks and traces call it so. */
  name: string;
  /** The columns that it answers; none for a statement that only writes. */
  row: S;
  sql: (...args: A) => Fragment;
  /** Lists of arguments, one for each form of the text. Needed where an argument decides more than a value. */
  examples?: readonly A[];
}

/** A statement with its arguments: runs by itself, or stands as a part in a larger one. */
export class Query<R> implements Expression<R> {
  readonly statement: { readonly name: string; readonly row: Shape };
  readonly #raw: RawBuilder<R>;

  constructor(statement: { readonly name: string; readonly row: Shape }, raw: RawBuilder<R>) {
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
    const { rows } = await this.#raw.execute(db);
    const decoded = decodeRows(this.statement.row, rows);
    for (const observe of observers) observe(this.statement, decoded);
    return { rows: decoded };
  }
}

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

function decodeRows<R>(shape: Shape, rows: R[]): R[] {
  const decoders = Object.entries(shape).filter(
    (entry): entry is [string, Column<unknown> & Required<Pick<Column<unknown>, 'decode'>>] =>
      entry[1].decode !== undefined,
  );
  if (decoders.length === 0) return rows;
  return rows.map((row) => {
    const given = new Map(Object.entries(Object(row)));
    const decoded = decoders.map(([name, { decode }]) => {
      const value = given.get(name);
      return [name, value === null ? null : decode(value)];
    });
    return Object.assign({}, row, Object.fromEntries(decoded));
  });
}
