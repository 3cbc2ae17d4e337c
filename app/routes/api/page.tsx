import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CALL_BASE, KEY_CALL_BASE } from '#modules/platform/index.ts';
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
  const forKeys = context.portal.keyCalls.rows.map(({ route, operation }) => {
    const [method = '', path = ''] = route.split(' ');
    return {
      method,
      path: `${KEY_CALL_BASE}${path}`,
      summary: operation.summary,
      needs: operation.access.scope || 'Any key',
    };
  });
  const groups = [...Map.groupBy(rows, (row) => row.module)].map(([module, calls]) => ({
    title: module.charAt(0).toUpperCase() + module.slice(1),
    calls: calls.map(({ open, ...call }) => ({ ...call, needs: open ? 'Open' : 'Needs a session' })),
  }));
  return { groups: [{ title: 'Companies, with an API key', calls: forKeys }, ...groups] };
}

/** The documentation of the calls for people. All of it is made from the tables of calls (doc1 §2, /api). */
export default function Calls() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <div className="solo-wide stack stack-24">
      <div className="stack stack-8">
        <PageTitle>Calls</PageTitle>
        <p className="lead">
          Every call takes and returns JSON. Calls under <code>/hub/api</code> act for the session in their
          cookie; flags are YES or NO, and a failed call returns <code>success: false</code> with an{' '}
          <code>error_code</code> and an <code>error_message</code>. Calls under <code>/api/v1</code> act for
          a company, whose key they carry as <code>Authorization: Bearer</code>.
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
      {groups.map(({ title, calls }) => (
        <Card key={title} title={title} padded={false}>
          <ul className="list">
            {calls.map((call) => (
              <li key={`${call.method} ${call.path}`}>
                <div className="grow">
                  <code className="call anywhere">
                    {call.method} {call.path}
                  </code>
                  <p className="small muted">{call.summary}</p>
                </div>
                <Badge>{call.needs}</Badge>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
