import type pg from 'pg';
import type { Shape } from '#modules/platform/database/column.ts';

/**
 * What is wrong with a row that a statement returned, compared with its declared columns, one sentence for each column.
 */
export function findRowProblems(shape: Shape, row: unknown): string[] {
  const values = new Map(Object.entries(Object(row)));
  const missing = Object.keys(shape).filter((name) => !values.has(name));
  return [
    ...missing.map((name) => `${name} is declared and not answered`),
    ...[...values].flatMap(([name, value]) => {
      const column = shape[name];
      if (!column) return [`${name} is answered and not declared`];
      if (value === null) return column.isNullable ? [] : [`${name} is null`];
      return column.fits(value) ? [] : [`${name} is ${typeof value} ${String(value)}`];
    }),
  ];
}

export interface DescribedColumn {
  name: string;
  /** Its name in pg_type. */
  type: string;
}

/**
 * Makes PostgreSQL describe a statement without running it.
 * @throws if it cannot be prepared
 */
export async function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<readonly pg.FieldDef[]>((resolve, reject) => {
    client.query(new Description(text, resolve, reject));
  });
  const { rows } = await client.query<{ oid: number; typname: string }>(
    'select oid::int4 as oid, typname::text as typname from pg_type where oid = any($1::oid[])',
    [fields.map((field) => field.dataTypeID)],
  );
  const types = new Map(rows.map(({ oid, typname }) => [oid, typname]));
  return fields.map(({ name, dataTypeID }) => ({ name, type: types.get(dataTypeID) ?? String(dataTypeID) }));
}

/** The differences between a description and the declaration, one sentence for each column. */
export function findShapeProblems(shape: Shape, described: readonly DescribedColumn[]): string[] {
  const answered = new Set(described.map(({ name }) => name));
  return [
    ...Object.keys(shape)
      .filter((name) => !answered.has(name))
      .map((name) => `${name} is declared and not answered`),
    ...described.flatMap(({ name, type }) => {
      const column = shape[name];
      if (!column) return [`${name} is answered and not declared`];
      return column.types.includes(type)
        ? []
        : [`${name} is ${type}, declared as ${column.types.join(' or ')}`];
    }),
  ];
}

/** The part of the wire protocol that prepares and describes a statement, as the driver does it. */
class Description implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (fields: readonly pg.FieldDef[]) => void;
  readonly #reject: (error: Error) => void;
  #fields: readonly pg.FieldDef[] = [];

  constructor(
    text: string,
    resolve: (fields: readonly pg.FieldDef[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription(message: { fields: readonly pg.FieldDef[] }): void {
    this.#fields = message.fields;
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}
