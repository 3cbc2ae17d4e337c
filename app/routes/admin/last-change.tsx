import { Link, useMatches } from '@remix-run/react';
import type { getLastChanges } from '#modules/admin/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { auditLog } from './audit-words.ts';

type Changes = OutputOf<typeof getLastChanges>['changes'];

/** The changes that the loader of the page, or of the page under a dialog, has read. */
function useLastChanges(): Changes {
  const found = useMatches().findLast(({ data }) => data instanceof Object && 'lastChanges' in data);
  return (found?.data as { lastChanges: Changes } | undefined)?.lastChanges ?? {};
}

/**
 * Who changed a value last and when, with the way to the entry (D141). Nothing if nobody has, or where the page is not
 * one of staff.
 * @param short only the name and the date, in a table whose heading says the rest
 * @param of the name of the value; of several values the newest change counts
 */
export function LastChange({ of, short = false }: { of: string | readonly string[]; short?: boolean }) {
  const changes = useLastChanges();
  const { timeZone } = useRoot();
  const [last] = [of]
    .flat()
    .flatMap((name) => changes[name] ?? [])
    .sort((one, other) => new Date(other.at).getTime() - new Date(one.at).getTime());
  if (!last) return null;
  return (
    <span className="last-change small">
      {short ? '' : 'Last changed by '}
      {last.by ?? (short ? 'The portal' : 'the portal')},{' '}
      <Link to={auditLog({ q: last.entry, open: last.entry })}>{formatDate(last.at, timeZone)}</Link>
    </span>
  );
}
