import { Outlet } from '@remix-run/react';
import type { ReactNode } from 'react';
import { titleId } from './page-focus.ts';

/** The h1 of a page, which takes the focus when the page is opened by script. */
export function PageTitle({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <h1 id={titleId} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

interface PageProps {
  title: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  /** Back link above the title. */
  crumbs?: ReactNode;
  /** Shown to the left of the title, such as an avatar. */
  portrait?: ReactNode;
  /** For decisions: larger text, 62rem wide. */
  calm?: boolean;
  /** 62rem wide instead of 75. */
  narrow?: boolean;
  children?: ReactNode;
}

/**
 * The content of a page in the frame of a user, of staff or of a flow, and the outlet for its dialogs, which are child
 * routes (D82). Without script an open dialog replaces the content; with script it opens over it.
 */
export function Page({ title, lead, actions, crumbs, portrait, calm, narrow, children }: PageProps) {
  const classes = ['inner', calm ? 'calm' : null, calm || narrow ? 'inner-narrow' : null]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <div className={classes}>
        <div className="pagehead">
          <div className={portrait ? 'with-portrait' : undefined}>
            {portrait}
            <div>
              {crumbs}
              <PageTitle>{title}</PageTitle>
              {lead ? <p>{lead}</p> : null}
            </div>
          </div>
          {actions}
        </div>
        {children}
      </div>
      <Outlet />
    </>
  );
}

interface SoloCardProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Wide enough for reading a document. */
  wide?: boolean;
  children?: ReactNode;
}

/** The single column of a page in the solo layout, and its dialogs. */
export function SoloCard({ title, lead, wide, children }: SoloCardProps) {
  return (
    <>
      <div className={wide ? 'solo-card solo-wide' : 'solo-card'}>
        <div className="stack stack-8">
          <PageTitle>{title}</PageTitle>
          {lead ? <p className="muted">{lead}</p> : null}
        </div>
        {children}
      </div>
      <Outlet />
    </>
  );
}
