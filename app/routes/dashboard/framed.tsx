import { Outlet, useSearchParams } from '@remix-run/react';

/** A page that stands in a frame of another page: nothing around it. With `?alone` it is a page of its own. */
export default function Framed() {
  const [search] = useSearchParams();
  return (
    <main className={search.has('alone') ? 'framed framed-alone' : 'framed'} id="main">
      <Outlet />
    </main>
  );
}
