import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

type DocumentProps = {
  title: string;
  /** Version and effective date. */
  meta?: readonly string[];
} & ({ html: string; children?: undefined } | { html?: undefined; children: ReactNode });

/** A legal document. `html` must have been sanitized when it was stored (D17). */
export function Document({ title, meta = [], html, children }: DocumentProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <article className="document" aria-labelledby={id} tabIndex={0}>
      {meta.length > 0 ? (
        <p className="doc-meta">
          {meta.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      ) : null}
      <h2 id={id}>{title}</h2>
      {html === undefined ? (
        children
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized where it is stored
        <div className="document-text" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </article>
  );
}

interface DiscloseProps {
  summary: ReactNode;
  children: ReactNode;
  /** Omits the line above. */
  plain?: boolean;
  /** Initially open. */
  open?: boolean;
}

/** A section that expands on demand. */
export function Disclose({ summary, children, plain, open }: DiscloseProps) {
  return (
    <details className={plain ? 'disclose disclose-plain' : 'disclose'} open={open}>
      <summary>
        <Icon name="right" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
