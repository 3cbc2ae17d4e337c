import type { LoaderFunctionArgs } from '@remix-run/node';
import { timelineKinds } from '#modules/admin/index.ts';
import { cleanTerm, isLongEnough, longestTerm, readSearchTerm } from '#modules/platform/fields/search.ts';

/** Whose timeline, of which kind and with which words, as the address says. */
export function timelineAsked({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const query = new URL(request.url).searchParams;
  const typed = cleanTerm(query.get('q') ?? '').slice(0, longestTerm);
  return {
    userid: params.userid ?? '',
    kind: timelineKinds.find((each) => each === query.get('kind')),
    typed,
    /** Empty for what is too short to be searched. */
    q: typed && isLongEnough(readSearchTerm(typed)) ? typed : '',
    before: query.get('before') ?? undefined,
  };
}
