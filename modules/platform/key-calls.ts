import type { KeyCall, KeyCallDirectory } from './contract.ts';

/** The calls for companies, under /api/v1. */

export const KEY_CALL_BASE = '/api/v1';

export function keyCalls(table: readonly KeyCall[]): readonly KeyCall[] {
  return table;
}

interface Route {
  call: KeyCall;
  method: string;
  segments: readonly string[];
}

const segmentsOf = (path: string) => path.split('/').slice(1);

function routeOf(call: KeyCall): Route {
  const [method = '', path = ''] = call.route.split(' ');
  return { call, method, segments: segmentsOf(path) };
}

/** The calls of all modules, found by method and path. */
export class KeyCallTable implements KeyCallDirectory {
  readonly rows: readonly KeyCall[];
  readonly #routes: readonly Route[];

  constructor(tables: readonly (readonly KeyCall[])[]) {
    this.rows = tables.flat();
    this.#routes = this.rows.map(routeOf);
    const named = new Set(this.rows.map(({ route }) => route.replaceAll(/:[a-z]+/g, ':')));
    if (named.size !== this.rows.length) throw new Error('Two calls have the same method and path');
  }

  find(method: string, path: string) {
    const asked = segmentsOf(path);
    const fits = (route: Route) =>
      route.method === method &&
      route.segments.length === asked.length &&
      route.segments.every((segment, at) =>
        segment.startsWith(':') ? asked[at] !== '' : segment === asked[at],
      );
    // A fixed segment goes before a parameter.
    const [found] = this.#routes
      .filter(fits)
      .sort((one, other) => countParameters(one.segments) - countParameters(other.segments));
    if (!found) return undefined;
    try {
      const params = found.segments.flatMap((segment, at) =>
        segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(asked[at] ?? '')] as const] : [],
      );
      return { call: found.call, params: Object.fromEntries(params) };
    } catch (error) {
      // A path that is not encoded as it should be belongs to no call.
      if (error instanceof URIError) return undefined;
      throw error;
    }
  }
}

const countParameters = (segments: readonly string[]) =>
  segments.filter((each) => each.startsWith(':')).length;
