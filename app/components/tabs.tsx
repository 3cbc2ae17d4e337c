import { Link, type LinkProps } from '@remix-run/react';
import { useRef } from 'react';
import { useBrowserLayoutEffect } from './browser-layout-effect.ts';
import { Count } from './grade.tsx';

interface TabItem {
  to: LinkProps['to'];
  label: string;
  current?: boolean;
  count?: number;
  /** Whether there are more than `count`. */
  more?: boolean;
}

/** Tabs of one page, each with its own address. */
export function Tabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = items.find((item) => item.current)?.label;
  // On a phone the tabs scroll sideways.
  useBrowserLayoutEffect(() => {
    const row = nav.current;
    const tab = row?.querySelector('[aria-current]');
    if (!(row && tab && current)) return;
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [current]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {items.map((item) => (
        <Link
          key={item.label}
          to={item.to}
          aria-current={item.current ? 'page' : undefined}
          preventScrollReset
        >
          {item.label}
          {item.count === undefined ? null : <Count value={item.count} more={item.more ?? false} />}
        </Link>
      ))}
    </nav>
  );
}

/** A segmented control that filters the content below, such as All, ShieldID, ShieldLink. */
export function Segment({
  label,
  items,
}: {
  label: string;
  items: readonly Omit<TabItem, 'count' | 'more'>[];
}) {
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
