import { Link } from '@remix-run/react';
import type { getScoreChanges } from '#modules/admin/index.ts';
import { findGrade, formatDate, formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Card,
  GradeBadge,
  type GridContext,
  gridColumns,
  RecordTable,
} from '../../components/index.ts';

type Change = OutputOf<typeof getScoreChanges>['score_changes'][number];

const types: Record<Change['change_type'], string> = {
  new: 'New/Renewal',
  monitorupdate: 'Monitoring Update',
};

const statuses: Record<Change['status'], { label: string; tone?: 'ok' | 'warn' | 'bad' }> = {
  PENDING: { label: 'Pending', tone: 'warn' },
  APPROVED: { label: 'Approved', tone: 'ok' },
  DISPUTE: { label: 'Dispute Submitted', tone: 'bad' },
  SUPERSEDED: { label: 'Replaced' },
};

const column = gridColumns<Change>();

const columns = column.columns([
  column.accessor('change_type', {
    header: 'Change',
    meta: { slot: 'top' },
    cell: ({ getValue }) => <b>{types[getValue()]}</b>,
  }),
  column.accessor('change_dts', {
    header: 'Date',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) => {
      const { label, tone } = statuses[getValue()];
      return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
    },
  }),
  column.accessor('from_score', {
    header: 'From',
    cell: ({ row: { original } }) => (
      <Score score={original.from_score} expiration={original.from_expiration} />
    ),
  }),
  column.accessor('to_score', {
    header: 'To',
    cell: ({ row: { original } }) => <Score score={original.to_score} expiration={original.to_expiration} />,
  }),
  column.accessor('accepted_dts', {
    header: 'Accepted',
    cell: ({ row: { original }, table }) => {
      const { accepted_dts: accepted, disputeid, dispute_due_dts: due, status } = original;
      if (status === 'PENDING') return <Link to={`score/${original.id}`}>Waiting for the person</Link>;
      if (accepted) return formatDateTime(accepted, table.options.meta?.timeZone);
      if (!disputeid || !due) return <span className="faint">Not accepted</span>;
      return (
        <Link to={`/admin/disputes/${disputeid}`}>
          Open dispute, due {formatDate(due, table.options.meta?.timeZone)}
        </Link>
      );
    },
  }),
]);

function Score({ score, expiration }: { score: string | null; expiration: string | null }) {
  if (!score) return <span className="faint">None</span>;
  return (
    <>
      <GradeBadge grade={findGrade(score) ?? 'NA'} />
      {expiration ? <div className="small muted">Valid through {formatDate(expiration)}</div> : null}
    </>
  );
}

/** The scores that the person was asked to accept, and links to open disputes (doc3 §2, section 13). */
export function ApprovalsSection({ changes, context }: { changes: Change[]; context: GridContext }) {
  return (
    <Card
      id="approvals"
      className="sec"
      title="ShieldScore approvals"
      padded={false}
      empty={changes.length === 0 ? 'No score has needed their approval yet' : false}
    >
      <RecordTable
        staff
        label="ShieldScore approvals"
        rows={changes}
        rowId={(row) => row.id}
        columns={columns}
        context={context}
      />
    </Card>
  );
}
