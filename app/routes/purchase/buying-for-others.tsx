import { Link } from '@remix-run/react';
import { Banner } from '../../components/index.ts';

/** Explains that everyone must buy their own check (doc2 §1, §2.6). */
export function BuyingForOthers() {
  return (
    <Banner tone="plain" icon="user" title="Buying for others?">
      A check can only be bought by the person it is about. <Link to="/user/network/invite">Invite them</Link>{' '}
      instead: they buy their own and share it with you.
    </Banner>
  );
}
