import { Link } from '@remix-run/react';
import { centerFields } from '#modules/network/fields.ts';
import type { listPendingInvites } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { type GridContext, gridColumns, RecordTable } from '../../components/index.ts';
import { invitationTerms } from './invitation-terms.ts';

type Invite = OutputOf<typeof listPendingInvites>['invites'][number];

const fields = bind(centerFields);
const inviter = ({ firstname, lastname }: Invite) => `${firstname} ${lastname}`;

const invite = gridColumns<Invite>();

const facts = [
  invite.accessor(inviter, {
    id: 'name',
    header: 'Name',
    meta: { slot: 'top' },
    cell: ({ row }) => <b>{inviter(row.original)}</b>,
  }),
  invite.accessor('businessname', {
    header: 'Company',
    cell: ({ row: { original } }) => (
      <>
        {original.businessname || <span className="faint">None</span>}
        <Terms {...original} />
      </>
    ),
  }),
  invite.accessor('invite_dts', {
    header: 'Invitation Date',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
];

const ignore = invite.display({
  id: 'ignore',
  header: 'Answer',
  cell: ({ row: { original } }) => (
    <Link
      to={`?ignore=${original.id}`}
      aria-label={`Ignore ${original.businessname || inviter(original)}`}
      preventScrollReset
    >
      Ignore
    </Link>
  ),
});

const shown = invite.columns([...facts, ignore]);

const chosen = invite.columns([
  ...facts,
  ignore,
  invite.display({
    id: 'accept',
    header: 'Accept',
    meta: { slot: 'end' },
    cell: ({ row: { original } }) => (
      <label className="switch switch-bare">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already has its state
          role="switch"
          name={fields.invites.name}
          value={original.id}
          aria-label={`Accept ${original.businessname || inviter(original)}`}
          disabled={original.terms?.obstacle !== null}
        />
      </label>
    ),
  }),
]);

/** What accepting the invitation shares, or why it cannot be accepted. */
function Terms({ terms }: Pick<Invite, 'terms'>) {
  if (!terms) return null;
  const { connectiontype, obstacle } = terms;
  return <p className="small muted">{connectiontype === 'INDIVIDUAL' ? invitationTerms(terms) : obstacle}</p>;
}

interface CenterTableProps {
  invites: Invite[];
  context: GridContext;
  /** The invitations, each with a switch. The form around the table sends the switches. */
  choose: boolean;
}

export function CenterTable({ invites, context, choose }: CenterTableProps) {
  return (
    <RecordTable
      label="Pending invitations"
      rows={invites}
      rowId={({ id }) => id}
      columns={choose ? chosen : shown}
      context={context}
    />
  );
}
