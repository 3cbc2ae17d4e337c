import { findGrade, formatDate, formatDateTime, formatMoney } from '#modules/platform/browser.ts';
import { Badge, Card, GradeBadge, ShieldId } from '../../components/index.ts';
import { RecordTable } from './record-table.tsx';

interface Check {
  id: string;
  cra_name: string;
  package_descrip: string;
  cra_profilenumber: string | null;
  dts: Date;
  composite_status: string;
  icscore: string | null;
  expiration_date: string | null;
  amount: number;
}

const none = <span className="faint">None</span>;

export function ChecksTable({ checks, timeZone }: { checks: Check[]; timeZone: string }) {
  return (
    <Card id="checks" className="sec" title="Background Checks" padded={false}>
      {checks.length === 0 ? (
        <p className="card-body muted">No background check was bought yet.</p>
      ) : (
        <RecordTable
          label="Background checks"
          rows={checks}
          rowId={(check) => check.id}
          columns={[
            ['CRA', (check) => <b>{check.cra_name}</b>],
            ['Package', (check) => check.package_descrip],
            ['Profile', (check) => check.cra_profilenumber ?? none],
            ['Ordered', (check) => formatDateTime(check.dts, timeZone)],
            ['Status', (check) => check.composite_status],
            [
              'Score',
              (check) => (check.icscore ? <GradeBadge grade={findGrade(check.icscore) ?? 'NA'} /> : none),
            ],
            ['Expires', (check) => (check.expiration_date ? formatDate(check.expiration_date) : none)],
            ['Amount', (check) => formatMoney(check.amount)],
          ]}
        />
      )}
    </Card>
  );
}

interface Score {
  score: string;
  shieldid: string;
  effective_dts: Date;
  expiration_dts: string;
  active: boolean;
}

export function ScoresTable({ scores, timeZone }: { scores: Score[]; timeZone: string }) {
  return (
    <Card id="score" className="sec" title="ShieldScore" padded={false}>
      {scores.length === 0 ? (
        <p className="card-body muted">No ShieldScore was activated yet.</p>
      ) : (
        <RecordTable
          label="ShieldScores"
          rows={scores}
          rowId={(row) => `${row.effective_dts.toISOString()} ${row.shieldid}`}
          columns={[
            ['Score', (row) => <GradeBadge grade={findGrade(row.score) ?? 'NA'} />],
            ['ShieldID', (row) => <ShieldId value={row.shieldid} />],
            ['Effective', (row) => formatDateTime(row.effective_dts, timeZone)],
            ['Expires', (row) => formatDate(row.expiration_dts)],
            [
              'State',
              (row) => <Badge tone={row.active ? 'ok' : undefined}>{row.active ? 'Active' : 'Past'}</Badge>,
            ],
          ]}
        />
      )}
    </Card>
  );
}
