import { Link } from '@remix-run/react';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Banner } from '../../components/index.ts';

/** Explains that everyone must buy their own check (doc2 §1, §2.6). */
export function BuyingForOthers({ mayInvite }: { mayInvite: boolean }) {
  return (
    <Banner tone="plain" icon="user" title={purchasingTexts['start.for-others']}>
      People can buy a background check only for themselves.{' '}
      {mayInvite ? (
        <>
          <Link to="/user/network/invite">Invite them</Link> instead: they buy their own and share it with
          you.
        </>
      ) : null}
    </Banner>
  );
}
