import { useFetcher } from '@remix-run/react';
import { formatDate } from '#modules/platform/browser.ts';
import {
  DataGrid,
  EmptyState,
  type GridQuery,
  gridColumns,
  MenuLink,
  Person,
  RowMenu,
  refusalIn,
} from '../../components/index.ts';
import { type Intent, intentField } from '../../intents.ts';
import { useRoot } from '../shell/use-root.ts';
import { rowIntents } from './row-intents.ts';

interface Share {
  id: string;
  businessname: string;
  firstname: string;
  lastname: string;
  fullname: string;
  share_dts: string | Date;
  active: boolean;
  reportshared: boolean;
}

interface SharedWithOthersProps {
  network: { shares: { rows: Share[]; total: number; exact: boolean }; query: GridQuery };
}

/** Who sees the person's own score. */
export function SharedWithOthers({ network }: SharedWithOthersProps) {
  const { timeZone } = useRoot();
  const { shares, query } = network;
  return (
    <DataGrid
      label="Shared with Others"
      columns={columns}
      rows={shares.rows.map((share) => ({ share, timeZone }))}
      rowId={({ share }) => share.id}
      total={shares.total}
      totalExact={shares.exact}
      query={query}
      empty={
        <EmptyState icon="users" level={2} title="You share your score with nobody">
          Once you accept an invitation, you see here who may look at it, and can switch each off.
        </EmptyState>
      }
    />
  );
}

interface Shown {
  share: Share;
  timeZone: string;
}

const columns = gridColumns<Shown>([
  {
    id: 'name',
    head: 'Shared with',
    place: 'top',
    cell: ({ share }) => <Person firstname={share.fullname} lastname="" note={noteOf(share)} />,
  },
  { id: 'shared', head: 'Since', cell: ({ share, timeZone }) => formatDate(share.share_dts, timeZone) },
  {
    id: 'active',
    head: 'Sharing',
    cell: ({ share }) => (
      <ShareSwitch
        share={share}
        intent={rowIntents.active}
        on={share.active}
        label={`Share my score with ${share.fullname}`}
      />
    ),
  },
  {
    id: 'report',
    head: 'Full report',
    cell: ({ share }) => (
      <ShareSwitch
        share={share}
        intent={rowIntents.report}
        on={share.reportshared}
        label={`Share my full report with ${share.fullname}`}
      />
    ),
  },
  {
    id: 'actions',
    head: null,
    label: 'Actions',
    place: 'end',
    cell: ({ share }) => (
      <RowMenu label={`Actions for ${share.fullname}`}>
        <MenuLink
          to={`/user/network/leave/${share.id}`}
          icon="logout"
          keepQuery
          danger
          disabled={share.active ? 'Switch sharing off first' : null}
        >
          Leave Network
        </MenuLink>
      </RowMenu>
    ),
  },
]);

function noteOf(share: Share): string | null {
  return share.businessname && share.businessname !== share.fullname ? share.businessname : null;
}

interface ShareSwitchProps {
  share: Share;
  intent: Intent;
  on: boolean;
  label: string;
}

/** Takes effect at once, shown before the server has answered; a failure brings back what was. */
function ShareSwitch({ share, intent, on, label }: ShareSwitchProps) {
  const fetcher = useFetcher();
  const sent = fetcher.formData?.get('value');
  const shown = typeof sent === 'string' ? sent === 'YES' : on;
  const refused = fetcher.state === 'idle' ? refusalIn(fetcher.data) : null;
  return (
    <fetcher.Form method="post" className="share-switch">
      <input type="hidden" name={intentField} value={intent} />
      <input type="hidden" name="id" value={share.id} />
      <button
        type="submit"
        className="switch-button"
        role="switch"
        aria-checked={shown}
        aria-label={label}
        name="value"
        value={shown ? 'NO' : 'YES'}
      >
        {shown ? 'On' : 'Off'}
      </button>
      {refused ? (
        <span className="small bad" role="alert">
          {refused}
        </span>
      ) : null}
    </fetcher.Form>
  );
}
