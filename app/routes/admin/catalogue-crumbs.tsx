import { Link } from '@remix-run/react';
import { Icon } from '../../components/index.ts';

/** The way back from a page of the catalogue. */
export function CatalogueCrumbs({ children }: { children: string }) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <Link to="/admin/catalogue">Catalog</Link>
      <Icon name="right" />
      <span>{children}</span>
    </nav>
  );
}
