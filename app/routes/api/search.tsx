import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findInReference } from '#modules/reference.ts';
import { Card, Icon, PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { Verb } from './parts.tsx';
import { SearchBox } from './search-box.tsx';

export const meta = titled('Search, API');

export function loader({ context, request }: LoaderFunctionArgs) {
  const asked = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100);
  return { asked, found: findInReference(context.portal, asked) };
}

export default function Search() {
  const { asked, found } = useLoaderData<typeof loader>();
  const { hits, total, meant } = found;
  return (
    <>
      <div className="stack">
        <PageTitle>Search</PageTitle>
        <SearchBox key={asked} asked={asked} id="search-again" />
      </div>
      {asked !== '' && total > 0 ? (
        <Card title={`${total} ${total === 1 ? 'match' : 'matches'} for “${asked}”`} padded={false}>
          <ul className="list">
            {hits.map(({ title, note, method, to }) => (
              <li key={`${title} ${note} ${to} ${method}`}>
                <div className="grow">
                  <a className="anywhere" href={to}>
                    {title}
                  </a>
                  <p className="small muted">
                    {method ? <Verb method={method} /> : null} <span className="anywhere">{note}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
          {total > hits.length ? (
            <p className="card-body muted">The first {hits.length} are listed.</p>
          ) : null}
        </Card>
      ) : null}
      {asked !== '' && total === 0 ? (
        <Card padded={false}>
          <div className="empty">
            <Icon name="search" size={24} />
            <h2>Nothing called “{asked}”</h2>
            {meant ? (
              <p>
                Did you mean <a href={`/api/search?q=${encodeURIComponent(meant)}`}>{meant}</a>?
              </p>
            ) : (
              <p>Try part of a path, the name of a field, or the code of an error.</p>
            )}
          </div>
        </Card>
      ) : null}
    </>
  );
}
