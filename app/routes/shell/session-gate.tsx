import { Skeleton } from '../../components/index.ts';
import { SoloFrame } from '../../components/shell/open-frames.tsx';
import type { SessionChange } from '../../session-change.ts';
import { SessionChanged } from './session-changed.tsx';
import { useRoot } from './use-root.ts';

/** Shown instead of a page whose form was sent by another account than the one that it was shown for. */
export default function SessionGate({ change }: { change: SessionChange }) {
  return (
    <SoloFrame {...useRoot()} brand={change.brand} wide>
      <div aria-hidden="true" className="with-script">
        <Skeleton />
      </div>
      <SessionChanged change={change} />
    </SoloFrame>
  );
}
