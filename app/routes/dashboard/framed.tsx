import { Outlet, useSearchParams } from '@remix-run/react';

/**
 * The layout of a page in a frame of another page, without anything around it. With `?alone` it is shown as its own
 * page.
 */
export default function Framed() {
  const [search] = useSearchParams();
  return (
    <main className={search.has('alone') ? 'framed framed-alone' : 'framed'} id="main">
      <Outlet />
    </main>
  );
}
