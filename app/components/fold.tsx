import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

interface FoldProps {
  /** Inside the part that is folded, so that a link to it opens the fold, also without script. */
  id: string;
  title: string;
  /** What it holds, in a few words. */
  value?: ReactNode;
  /** Opens it at first, for example because a form inside was refused. */
  open?: boolean;
  /** False for content with its own padding, such as a list or table. */
  padded?: boolean;
  children: ReactNode;
}

/** A card that is folded until it is asked for, by a press or by a link to it. */
export function Fold({ id, title, value, open = false, padded = true, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const titleId = useId();
  const { hash, key } = useLocation();
  // The browser itself follows a link of the page; the router does not open what it leads to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation to the place opens it again
  useEffect(() => {
    if (hash !== `#${id}` || !fold.current) return;
    fold.current.open = true;
    document.getElementById(id)?.scrollIntoView();
  }, [hash, id, key]);
  return (
    <details ref={fold} className="card fold" open={open}>
      <summary>
        <Icon name="right" />
        <h2 id={titleId}>{title}</h2>
        {value ? <span className="small muted">{value}</span> : null}
      </summary>
      <section id={id} aria-labelledby={titleId} className={padded ? 'sec card-body stack' : 'sec'}>
        {children}
      </section>
    </details>
  );
}
