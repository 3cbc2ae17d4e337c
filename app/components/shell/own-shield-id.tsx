import { GradeBadge } from '../grade.tsx';
import { ShieldId } from '../shield-id.tsx';
import type { ShellData } from './types.ts';

type Props = Pick<ShellData, 'grade' | 'expired' | 'held' | 'reviewSince'> & { shieldId: string };

/** The person's own ShieldID with the score that counts now. */
export function OwnShieldId({ shieldId, grade, expired, held, reviewSince }: Props) {
  return (
    <>
      <ShieldId value={shieldId} />{' '}
      {grade ? (
        <GradeBadge grade={grade} expired={expired} held={held} underReview={reviewSince !== null} />
      ) : null}
    </>
  );
}
