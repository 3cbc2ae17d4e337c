import { redirect } from '@remix-run/node';

/** Any other path leads to /login (doc1 §2), which sends a signed-in person on. */
export function loader() {
  return redirect('/login');
}

export function action() {
  return redirect('/login');
}
