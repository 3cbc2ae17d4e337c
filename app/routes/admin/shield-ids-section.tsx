import { shieldIdsFields } from '#modules/admin/fields.ts';
import type { getShieldIds } from '#modules/admin/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Card,
  Form,
  type GridContext,
  gridColumns,
  List,
  ListRow,
  RecordTable,
  RefusalBanner,
  ShieldId,
  SubmitButton,
} from '../../components/index.ts';
import { LastChange } from './last-change.tsx';
import { recordIntents } from './record-intents.ts';

type Row = OutputOf<typeof getShieldIds>['shieldids'][number];

const fields = bind(shieldIdsFields);
const column = gridColumns<Row>();

const columns = column.columns([
  column.accessor('shieldid', {
    header: 'ShieldID',
    meta: { slot: 'top' },
    cell: ({ getValue }) => <ShieldId value={getValue()} />,
  }),
  column.accessor(
    (row) => [row.legalfirstname, row.legalmiddlename, row.legallastname].filter(Boolean).join(' '),
    {
      id: 'name',
      header: 'Legal name',
      cell: ({ getValue }) => <span className="long-name">{getValue()}</span>,
    },
  ),
  column.accessor('first_effective_dts', {
    header: 'First effective',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('expiration_date', {
    header: 'Expires',
    cell: ({ getValue }) => {
      const day = getValue();
      return day ? formatDate(day) : <span className="faint">None</span>;
    },
  }),
  column.accessor('active', {
    header: 'State',
    cell: ({ getValue }) => (
      <Badge tone={getValue() ? 'ok' : undefined}>{getValue() ? 'Active' : 'Inactive'}</Badge>
    ),
  }),
]);

interface ShieldIdsSectionProps {
  shieldIds: Row[];
  context: GridContext;
  /** The answer of the page's action. */
  result: unknown;
}

/** A person's ShieldIDs, of which one is active (doc3 §4). */
export function ShieldIdsSection({ shieldIds, context, result }: ShieldIdsSectionProps) {
  const others = shieldIds.filter(({ active }) => !active);
  return (
    <Card
      id="shieldid"
      className="sec"
      title="ShieldID"
      aside={<LastChange of="shieldid" />}
      padded={false}
      empty={shieldIds.length === 0 ? 'Comes with the first accepted score' : false}
    >
      <RecordTable
        staff
        label="ShieldIDs"
        rows={shieldIds}
        rowId={(row) => row.candidateid}
        columns={columns}
        context={context}
      />
      {others.length > 0 ? (
        <List label="Inactive ShieldIDs">
          {others.map(({ candidateid }) => (
            <ListRow key={candidateid} title={candidateid} note="Only one ShieldID can be active at a time.">
              <Form
                id={`activate-${candidateid}`}
                intent={recordIntents.shieldid}
                result={result}
                summary={false}
              >
                <RefusalBanner result={result} />
                <input type="hidden" name={fields.active_candidateid.name} value={candidateid} />
                <SubmitButton kind="default" size="small" pending="Saving">
                  Make active
                </SubmitButton>
              </Form>
            </ListRow>
          ))}
        </List>
      ) : null}
    </Card>
  );
}
