import type { listApiKeys } from '#modules/enterprise/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Card,
  DateAboveTime,
  EmptyState,
  gridColumns,
  LinkButton,
  MenuLink,
  RecordTable,
  RowMenu,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

type Key = OutputOf<typeof listApiKeys>['keys'][number];

export function KeysCard({ keys }: { keys: readonly Key[] }) {
  const { timeZone } = useRoot();
  return (
    <Card title="API keys" note="The key itself is shown once, when it’s created." padded={false}>
      {keys.length === 0 ? (
        <EmptyState
          icon="key"
          level={3}
          title="No keys yet"
          action={
            <LinkButton icon="plus" to="/user/developers/new" preventScrollReset>
              New key
            </LinkButton>
          }
        >
          A key lets your own systems read your network and invite people.
        </EmptyState>
      ) : (
        <RecordTable
          label="API keys"
          rows={[...keys]}
          rowId={(row) => row.id}
          columns={columns}
          context={{ timeZone, now: new Date(0) }}
        />
      )}
    </Card>
  );
}

const column = gridColumns<Key>();

const columns = column.columns([
  column.accessor('name', {
    header: 'Key',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <span className="stack stack-4">
        <b>{original.name}</b>
        <code className="small muted">{original.key}</code>
      </span>
    ),
  }),
  column.accessor('scopes', {
    header: 'Permissions',
    cell: ({ row: { original } }) => (
      <span className="scopes">
        {original.scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
        {original.allowed_addresses.length > 0 ? (
          <span className="small muted">only from {original.allowed_addresses.join(', ')}</span>
        ) : null}
      </span>
    ),
  }),
  column.accessor('made_at', {
    header: 'Created',
    cell: ({ row: { original }, table }) => (
      <span className="stack stack-4">
        {formatDate(original.made_at, table.options.meta?.timeZone)}
        <span className="small muted">{original.made_by}</span>
      </span>
    ),
  }),
  column.accessor('last_used_at', {
    header: 'Last used',
    cell: ({ row: { original }, table }) =>
      original.last_used_at ? (
        <span className="stack stack-4">
          <DateAboveTime at={original.last_used_at} timeZone={table.options.meta?.timeZone} />
          <span className={`small muted${original.last_used_address?.includes(':') ? '' : ' nowrap'}`}>
            {original.last_used_address}
          </span>
        </span>
      ) : (
        <span className="faint">Never</span>
      ),
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original }, table }) => (
      <span className="stack stack-4">
        <span>
          <State of={original} />
        </span>
        <span className="small muted">
          <Ending of={original} timeZone={table.options.meta?.timeZone} />
        </span>
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr">Actions</span>,
    meta: { slot: 'end' },
    cell: ({ row: { original } }) =>
      original.state === 'revoked' ? null : (
        <RowMenu row={original.id} label={`Actions for ${original.name}`}>
          <MenuLink icon="trash" to={`/user/developers/${original.id}/revoke`} danger>
            Revoke
          </MenuLink>
        </RowMenu>
      ),
  }),
]);

function State({ of: { state, last_used_at } }: { of: Key }) {
  if (state === 'revoked') return <Badge icon="close">Revoked</Badge>;
  if (state === 'expired') return <Badge icon="clock">Expired</Badge>;
  return last_used_at ? (
    <Badge tone="ok" icon="check">
      Active
    </Badge>
  ) : (
    <Badge tone="info">New</Badge>
  );
}

function Ending({
  of: { revoked_at, revoked_by, ends_at },
  timeZone,
}: {
  of: Key;
  timeZone: string | undefined;
}) {
  const date = revoked_at ?? ends_at;
  if (!date) return 'No end date';
  return (
    <>
      {revoked_at ? `${revoked_by ?? 'Our support team'}, ` : 'Ends '}
      <span className="nowrap">{formatDate(date, timeZone)}</span>
    </>
  );
}
