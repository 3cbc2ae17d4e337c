import { Link, useLocation } from '@remix-run/react';
import { Crumbs } from '../../../components/index.ts';
import { queueAt, queueOf, withQueue } from './work.ts';

interface WorkCrumbsProps {
  /** The pages above this one, if it was not opened from the queue. */
  trail: readonly (readonly [string, string])[];
  children: string;
}

/** Above a page on which staff decide: back to the queue at the same place, and on to the next without a decision. */
export function WorkCrumbs({ trail, children }: WorkCrumbsProps) {
  const queue = queueOf(useLocation().search);
  if (queue === null) return <Crumbs trail={trail}>{children}</Crumbs>;
  return (
    <div className="row row-tight">
      <Crumbs trail={[['Admin Alert Pipeline', queueAt(queue)]]}>{children}</Crumbs>
      <Link className="small" to={withQueue('/admin/pipeline/next', queue)}>
        Skip to the next
      </Link>
    </div>
  );
}
