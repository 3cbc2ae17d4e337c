import type { PoolClient } from 'pg';
import { type Kind, noSuch, type Objects } from './objects.ts';

export interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

export interface Listing<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/**
 * The sandbox's objects for one request: in one PostgreSQL transaction and at one point in time. Reading an object
 * locks its row, so that two requests never change the same object at the same time.
 */
export class Store {
  readonly client: PoolClient;
  readonly now: Date;
  /** The request that makes the change, as it is named in events. */
  readonly request: { id: string; idempotencyKey: string | null };

  constructor(client: PoolClient, now: Date, request: { id: string; idempotencyKey: string | null }) {
    this.client = client;
    this.now = now;
    this.request = request;
  }

  /** Seconds since 1970, as in Stripe's API. */
  get seconds(): number {
    return Math.floor(this.now.getTime() / 1000);
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Objects[K] | undefined> {
    const { rows } = await this.client.query<{ data: Objects[K] }>(
      'select data from sandbox.stripe_object where kind = $1 and id = $2 for update',
      [kind, id],
    );
    return rows[0]?.data;
  }

  /** @throws Problem resource_missing */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Objects[K]> {
    const found = await this.find(kind, id);
    if (!found) throw noSuch(kind, id, param);
    return found;
  }

  /** @param hidden data of the object that is never part of an answer */
  async add<K extends Kind>(kind: K, object: Objects[K], hidden: object = {}): Promise<Objects[K]> {
    await this.client.query(
      `insert into sandbox.stripe_object (id, kind, data, hidden, created_at) values ($1, $2, $3, $4, $5)`,
      [object.id, kind, JSON.stringify(object), JSON.stringify(hidden), this.now],
    );
    return object;
  }

  async put<K extends Kind>(kind: K, object: Objects[K]): Promise<Objects[K]> {
    await this.client.query('update sandbox.stripe_object set data = $3 where kind = $1 and id = $2', [
      kind,
      object.id,
      JSON.stringify(object),
    ]);
    return object;
  }

  async getHidden<T extends object>(id: string): Promise<T> {
    const { rows } = await this.client.query<{ hidden: T }>(
      'select hidden from sandbox.stripe_object where id = $1',
      [id],
    );
    if (!rows[0]) throw noSuch('payment_method', id);
    return rows[0].hidden;
  }

  /**
   * Newest first, after a cursor, like every list of the API.
   * @param filter the values that fields must have
   */
  async list<K extends Kind>(
    kind: K,
    url: string,
    page: Page,
    filter: Record<string, string | string[] | undefined> = {},
  ): Promise<Listing<Objects[K]>> {
    const limit = Math.min(page.limit ?? 10, 100);
    const backwards = page.ending_before !== undefined;
    const cursor = page.ending_before ?? page.starting_after ?? null;
    if (cursor) await this.get(kind, cursor, backwards ? 'ending_before' : 'starting_after');
    const values: unknown[] = [kind];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const where = ['kind = $1'];
    for (const [field, wanted] of Object.entries(filter)) {
      if (wanted === undefined) continue;
      const any = Array.isArray(wanted) ? wanted : [wanted];
      where.push(`data ->> ${bind(field)}::text = any(${bind(any)}::text[])`);
    }
    for (const [operator, bound] of bounds(page.created)) {
      where.push(`(data ->> 'created')::bigint ${operator} ${bind(bound)}`);
    }
    if (cursor) {
      where.push(
        `place ${backwards ? '>' : '<'} (select place from sandbox.stripe_object where id = ${bind(cursor)})`,
      );
    }
    const { rows } = await this.client.query<{ data: Objects[K] }>(
      `select data from sandbox.stripe_object where ${where.join(' and ')}
       order by place ${backwards ? 'asc' : 'desc'} limit ${limit + 1}`,
      values,
    );
    const data = rows.slice(0, limit).map((row) => row.data);
    return { object: 'list', data: backwards ? data.reverse() : data, has_more: rows.length > limit, url };
  }
}

function bounds(created: Page['created']): [string, number][] {
  if (created === undefined) return [];
  if (typeof created === 'number') return [['=', created]];
  const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  return (Object.keys(operators) as (keyof typeof operators)[]).flatMap((name) => {
    const bound = created[name];
    return bound === undefined ? [] : [[operators[name], bound] as [string, number]];
  });
}
