import { type Expression, sql as kyselySql, type OperationNode, type RawBuilder } from 'kysely';
import { traced } from '../tracing/index.ts';
import { preparedTexts, sendWithNext } from './client.ts';
import type { Shape, StatementRow } from './column.ts';
import type { Database, Fragment } from './sql.ts';

export interface StatementParts<S extends Shape, A extends readonly unknown[]> {
  /** `module.what-it-does`, the name in checks and traces. */
  name: string;
  /** The columns of the result; none for a statement that only writes. */
  row: S;
  sql: (...args: A) => Fragment;
  /** Example arguments, one list for each form of the SQL text. Needed if the text depends on an argument. */
  examples?: readonly A[];
  /**
   * Each connection parses and plans it only once, for all values. For statements that run often and always find their
   * rows in the same way, by a key. Not for searches, whose best plan depends on the value.
   */
  prepared?: boolean;
  /**
   * A transaction sends it together with its next statement. For statements that only write and that the database
   * cannot refuse.
   */
  unread?: boolean;
}

/** A statement with its arguments. It can be run, or be part of a larger statement. */
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

  /** The SQL text that is sent to PostgreSQL. */
  textFor(db: Database): string {
    return this.#raw.compile(db).sql;
  }

  async execute(db: Database): Promise<{ rows: R[] }> {
    const compiled = this.#raw.compile(db);
    if (this.statement.prepared) preparedTexts.keep(compiled.sql);
    else preparedTexts.planForValues(compiled.sql);
    if (this.statement.unread) sendWithNext(compiled.sql);
    const { rows } = await traced(this.statement.name, { 'db.system.name': 'postgresql' }, () =>
      db.executeQuery(compiled),
    );
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

/** The type of a declared statement's row. */
export type RowOfStatement<S extends (...args: never[]) => Query<unknown>> =
  ReturnType<S> extends Query<infer R> ? R : never;

/** A declared statement, for the test that has PostgreSQL describe all of them. */
export interface DeclaredStatement {
  name: string;
  row: Shape;
  /** One query for each form; if there are no examples, one query with placeholders for all values. */
  forms(): Query<unknown>[];
}

const declared: DeclaredStatement[] = [];

/** Every statement of the modules that were loaded so far. */
export const declaredStatements: readonly DeclaredStatement[] = declared;

type Observer = (statement: { name: string; row: Shape }, rows: readonly unknown[]) => void;

const observers = new Set<Observer>();

/**
 * Passes the rows of every statement to `observer` from now on. Tests use it to compare rows with their declarations.
 * @returns a function that ends it
 */
export function observeStatements(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/**
 * Declares SQL that the query builder cannot express (a CTE, a lateral join, a window), with the columns of its result,
 * from which the row type follows. A test compares every declared statement with what PostgreSQL says about it.
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

/** Stands for any value and any object of values. PostgreSQL describes a statement without looking at the values. */
const placeholder = new Proxy({}, { get: () => null });

/** Converts the columns that have this conversion; nulls stay. */
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
