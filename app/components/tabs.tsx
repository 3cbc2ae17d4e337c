import { Link, type LinkProps } from '@remix-run/react';
import { Count } from './grade.tsx';

interface TabItem {
  to: LinkProps['to'];
  label: string;
  current?: boolean;
  count?: number;
}

/** Views of one page, each an address. */
export function Tabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.label}
          to={item.to}
          aria-current={item.current ? 'page' : undefined}
          preventScrollReset
        >
          {item.label}
          {item.count === undefined ? null : <Count value={item.count} />}
        </Link>
      ))}
    </nav>
  );
}

/** A narrow choice that filters what is below: All, ShieldID, ShieldLink. */
export function Segment({ label, items }: { label: string; items: readonly Omit<TabItem, 'count'>[] }) {
  return (
    <nav className="segment" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.label}
          to={item.to}
          aria-current={item.current ? 'true' : undefined}
          preventScrollReset
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
