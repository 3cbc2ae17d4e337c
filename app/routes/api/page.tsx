import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CALL_BASE } from '#modules/platform/index.ts';
import { Badge, Card, PageTitle } from '../../components/index.ts';
import { titled } from '../../title.ts';

export const meta = titled('Calls');

export function loader({ context }: LoaderFunctionArgs) {
  const rows = context.portal.calls.rows.map((call) => ({
    method: call.method,
    path: `${CALL_BASE}${call.path}`,
    module: call.operation.name.split('.')[0] ?? '',
    summary: call.operation.summary,
    open: call.operation.access.admits.includes('anonymous'),
  }));
  return { groups: [...Map.groupBy(rows, (row) => row.module)] };
}

/** The documentation of the calls for people. All of it is made from the tables of calls (doc1 §2, /api). */
export default function Calls() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <div className="solo-wide stack stack-24">
      <div className="stack stack-8">
        <PageTitle>Calls</PageTitle>
        <p className="lead">
          Every call takes and returns JSON, and acts for the session in its cookie. Flags are YES or NO. A
          failed call returns <code>success: false</code> with an <code>error_code</code> and an{' '}
          <code>error_message</code>.
        </p>
        <p>
          <a href="/api/openapi.json">The same as an OpenAPI 3.1 document</a>
        </p>
        <p>
          Do you run a consumer reporting agency?{' '}
          <a href="/api/agency.json">The requests that we send you and the events that we take</a> are an
          OpenAPI 3.1 document as well.
        </p>
      </div>
      {groups.map(([module, calls]) => (
        <Card key={module} title={module.charAt(0).toUpperCase() + module.slice(1)} padded={false}>
          <ul className="list">
            {calls.map((call) => (
              <li key={`${call.method} ${call.path}`}>
                <div className="grow">
                  <code className="call anywhere">
                    {call.method} {call.path}
                  </code>
                  <p className="small muted">{call.summary}</p>
                </div>
                <Badge>{call.open ? 'Open' : 'Needs a session'}</Badge>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
