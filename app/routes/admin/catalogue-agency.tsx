import { Link } from '@remix-run/react';
import type { getCatalogue } from '#modules/admin/index.ts';
import { formatMoney, formatPhone } from '#modules/platform/browser.ts';
import { stateName } from '#modules/platform/fields/states.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, LinkButton, List, ListRow } from '../../components/index.ts';
import {
  catalogName,
  documentLabel,
  documentPath,
  packagePath,
  regionLabels,
  regionOf,
  years,
} from './catalogue-words.ts';
import { LastChange } from './last-change.tsx';

type Catalogue = OutputOf<typeof getCatalogue>;
type Package = Catalogue['packages'][number];
type Document = Catalogue['documents'][number];

interface AgencyCardProps {
  provider: Catalogue['providers'][number];
  /** Those of the agency. */
  packages: readonly Package[];
  documents: readonly Document[];
}

/** A consumer reporting agency with its packages and consent documents, by jurisdiction (D89). */
export function AgencyCard({ provider, packages, documents }: AgencyCardProps) {
  const { craid, name } = provider;
  const of = <span className="sr"> of {name}</span>;
  return (
    <Card
      title={name}
      note={`ID ${craid}. ${formatPhone(provider.support_phone)}. ${provider.mail_address}`}
      aside={
        <>
          <LastChange of={catalogName.provider(craid)} />
          <LinkButton size="small" to={`/admin/catalogue/providers/${encodeURIComponent(craid)}`}>
            Change<span className="sr"> {name}</span>
          </LinkButton>
        </>
      }
      foot={
        <>
          <LinkButton
            size="small"
            icon="plus"
            to={`/admin/catalogue/newpackage?craid=${encodeURIComponent(craid)}`}
          >
            New package{of}
          </LinkButton>
          <LinkButton size="small" icon="plus" to="/admin/catalogue/newnotice">
            New state notice{of}
          </LinkButton>
        </>
      }
      padded={false}
    >
      {byJurisdiction(packages, documents).map((group) => (
        <Jurisdiction key={group.title} agency={name} {...group} />
      ))}
    </Card>
  );
}

interface Group {
  title: string;
  packages: Package[];
  documents: Document[];
}

/** Those for everybody first, then those of each state by its name. */
function byJurisdiction(packages: readonly Package[], documents: readonly Document[]): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (title: string) => {
    const group = groups.get(title) ?? { title, packages: [], documents: [] };
    groups.set(title, group);
    return group;
  };
  for (const row of packages) groupOf(regionLabels[regionOf(row)]).packages.push(row);
  for (const row of documents) {
    const title = row.kind === 'notice' ? stateName(row.state) : regionLabels.everybody;
    groupOf(title).documents.push(row);
  }
  const everybody = [regionLabels.everybody, regionLabels['not-new-york']];
  const place = ({ title }: Group) =>
    everybody.includes(title) ? everybody.indexOf(title) : everybody.length;
  return [...groups.values()].sort(
    (one, other) => place(one) - place(other) || one.title.localeCompare(other.title, 'en-US'),
  );
}

function Jurisdiction({ agency, title, packages, documents }: Group & { agency: string }) {
  return (
    <>
      <h3 className="list-head">{title}</h3>
      <List label={`${agency}, ${title}`}>
        {packages.map((row) => (
          <PackageRow key={row.id} row={row} />
        ))}
        {documents.map((row) => (
          <DocumentRow key={documentPath(row.craid, row)} row={row} agency={agency} />
        ))}
      </List>
    </>
  );
}

function PackageRow({ row }: { row: Package }) {
  const { package_descrip, crapackageid, version, renewal_years, enabled } = row;
  return (
    <ListRow
      title={`${package_descrip}, ${formatMoney(row.base_price_cents)}`}
      note={
        <>
          {`Package ${crapackageid}, v${version}. For ${years(renewal_years)}; renewal ${formatMoney(row.renewal_price_cents)}.`}{' '}
          <LastChange of={catalogName.package(row)} />
        </>
      }
    >
      {row.default_package ? <Badge tone="info">Offered first</Badge> : null}
      <Badge tone={enabled ? 'ok' : undefined}>{enabled ? 'On sale' : 'Not on sale'}</Badge>
      <Link to={packagePath(row)}>
        Change<span className="sr"> {package_descrip}</span>
      </Link>
    </ListRow>
  );
}

function DocumentRow({ row, agency }: { row: Document; agency: string }) {
  const { craid, title, version, hasDraft, ...name } = row;
  return (
    <ListRow
      title={title}
      note={
        <>
          {`${documentLabel(name)}, v${version}.`}{' '}
          <LastChange of={catalogName.document(craid, name, version)} />
        </>
      }
    >
      {hasDraft ? <Badge tone="warn">Draft v{version + 1}</Badge> : null}
      <Link to={documentPath(craid, name)}>
        Write and publish
        <span className="sr">
          {' '}
          {documentLabel(name)}, {agency}
        </span>
      </Link>
    </ListRow>
  );
}
