import type { LoaderFunction } from '@remix-run/node';
import type { MetaArgs, MetaFunction } from '@remix-run/react';
import type { loadRoot } from './routes/shell/root-data.server.ts';

type RootData = Awaited<ReturnType<typeof loadRoot>>;
type Titled<L extends LoaderFunction = LoaderFunction> = MetaFunction<L>;
type Data<L extends LoaderFunction> = NonNullable<MetaArgs<L>['data']>;

/** The title of a page: `export const meta = titled('Log in')` shows 'Log in - ' and the brand's name. */
export function titled(title: string): Titled {
  return ({ matches }) => [{ title: withBrand(title, matches) }];
}

/**
 * Like `titled`, for a title that depends on the data of the page. If the data could not be loaded, it is only the
 * brand's name.
 */
export function titledBy<L extends LoaderFunction>(title: (data: Data<L>) => string): Titled<L> {
  return ({ data, matches }) => [{ title: withBrand(data === undefined ? '' : title(data), matches) }];
}

function withBrand(title: string, matches: Parameters<Titled>[0]['matches']): string {
  const root = matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
  return [title, root?.brand.name].filter(Boolean).join(' - ');
}
