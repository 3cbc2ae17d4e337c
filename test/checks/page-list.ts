import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '#app/routes.ts';
import type { AskedHandler } from '#test/app/page.ts';
import { admitted, type Who } from './call-list.ts';

/** A loader, an action, or the part of an action for one intent. */
export interface PagePart {
  /** The path of the route, or the file of a layout. */
  page: string;
  /** `loader`, `action` or `action INTENT`. */
  part: string;
  handler: AskedHandler;
  intent: string | null;
}

interface RouteModule {
  loader?: AskedHandler;
  action?: AskedHandler & { intents?: string[] };
}

/** Every loader and action of the site, including layouts. */
export async function listPageParts(): Promise<PagePart[]> {
  const parts: PagePart[] = [];
  for (const { page, file } of flatten(routes, '')) {
    const { loader, action }: RouteModule = await import(join('../../app', file));
    if (loader) parts.push({ page, part: 'loader', handler: loader, intent: null });
    if (!action) continue;
    for (const intent of action.intents ?? [null]) {
      parts.push({ page, part: intent ? `action ${intent}` : 'action', handler: action, intent });
    }
  }
  return parts;
}

function flatten(entries: RouteConfigEntry[], above: string): { page: string; file: string }[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const page = path ? `${above}/${path}` : above;
    const isLayout = path === undefined && children.length > 0;
    return [{ page: isLayout ? file : page || '/', file }, ...flatten(children, page)];
  });
}

/** Who may use each, by `PAGE PART`. The list was written independently of the code. */
export function listedPages(): Map<string, { who: Who; inPerson: boolean }> {
  const lines = readFileSync(join(import.meta.dirname, 'pages.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [page, part, words = ''] = line.split('\t');
      const [who = '', inPerson] = words.split(' ');
      if (!(who in admitted)) throw new Error(`test/checks/pages.tsv: who of "${line}" is not known`);
      return [`${page} ${part}`, { who: who as Who, inPerson: inPerson === 'in-person' }];
    }),
  );
}
