import { redirect } from '@remix-run/node';

/** The default step of a purchase is its start (doc2 §2.6). */
export function loader() {
  return redirect('/user/purchase/purchasealerts');
}
