import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '#app/routes.ts';
import type { AskedHandler } from '#test/app/page.ts';
import { admittedBy, type Rule } from './access.ts';

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
  default?: unknown;
}

export const nameOfPart = ({ page, part }: PagePart) => `${page} ${part}`;

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

/** The addresses at which something can be done, and which show no page: what stands in the way is shown as data there. */
export async function listActionsWithoutPage(): Promise<string[]> {
  const found: string[] = [];
  for (const { page, file } of flatten(routes, '')) {
    const { action, default: shown }: RouteModule = await import(join('../../app', file));
    if (action && !shown) found.push(page);
  }
  return found.sort();
}

function flatten(entries: RouteConfigEntry[], above: string): { page: string; file: string }[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const page = path ? `${above}/${path}` : above;
    const isLayout = path === undefined && children.length > 0;
    return [{ page: isLayout ? file : page || '/', file }, ...flatten(children, page)];
  });
}

/** The area of the site that a page belongs to, as an access rule: whom its pages are for at most. */
export function areaOf({ page }: Pick<PagePart, 'page'>): Rule {
  const within = (area: string, layouts: string[]) =>
    page === area || page.startsWith(`${area}/`) || page.startsWith(`${area}.`) || layouts.includes(page);
  if (within('/admin', ['routes/shell/staff.tsx'])) return { access: 'staff', inPerson: false };
  if (within('/user', ['routes/shell/user.tsx', 'routes/shell/flow.tsx']))
    return { access: 'person', inPerson: false };
  return { access: 'anyone', inPerson: false };
}

/** Who may use the parts that pages.tsv lists, by `PAGE PART`. */
export function listedPages(): Map<string, Rule> {
  const lines = readFileSync(join(import.meta.dirname, 'pages.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [page, part, words = ''] = line.split('\t');
      const [access = '', inPerson] = words.split(' ');
      admittedBy(access);
      return [`${page} ${part}`, { access, inPerson: inPerson === 'in-person' }];
    }),
  );
}
