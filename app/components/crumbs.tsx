import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { Icon } from './icon.tsx';

interface CrumbsProps {
  /** Label and address of each page above this one, from the top. */
  trail: readonly (readonly [string, string])[];
  /** The name of this page; without it, only the pages above are shown. */
  children?: string;
}

/** Links to the pages above this one. */
export function Crumbs({ trail, children }: CrumbsProps) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      {trail.map(([label, to], index) => (
        <Fragment key={to}>
          {index > 0 ? <Icon name="right" /> : null}
          <Link to={to}>{label}</Link>
        </Fragment>
      ))}
      {children ? (
        <>
          <Icon name="right" />
          <span>{children}</span>
        </>
      ) : null}
    </nav>
  );
}
