import { redirect } from '@remix-run/node';

/** The address alone leads to the sign-in, which sends a signed-in person on (doc1 §2). */
export function loader() {
  return redirect('/login');
}
