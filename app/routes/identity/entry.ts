import { redirect } from '@remix-run/node';

/** The root address redirects to the sign-in, which redirects a signed-in person further (doc1 §2). */
export function loader() {
  return redirect('/login');
}
