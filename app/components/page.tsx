import { Outlet } from '@remix-run/react';
import type { ReactNode } from 'react';

interface PageProps {
  title: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Above the title: the way back. */
  crumbs?: ReactNode;
  /** Left of the title and its lines: whom the page is about. */
  portrait?: ReactNode;
  /** Where a person decides: larger text, 62rem. */
  calm?: boolean;
  /** 62rem wide in place of 75. */
  narrow?: boolean;
  children?: ReactNode;
}

/**
 * The content of a page in the user's, staff's or flow's frame, and the place of its dialogs: a dialog is a child route
 * (D82). Without script an open dialog stands in place of the content, with script over it.
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
              <h1 id="title" tabIndex={-1}>
                {title}
              </h1>
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
  /** Wide enough to read a document. */
  wide?: boolean;
  children?: ReactNode;
}

/** The one column of a solo page, and its dialogs. */
export function SoloCard({ title, lead, wide, children }: SoloCardProps) {
  return (
    <>
      <div className={wide ? 'solo-card solo-wide' : 'solo-card'}>
        <div className="stack stack-8">
          <h1 id="title" tabIndex={-1}>
            {title}
          </h1>
          {lead ? <p className="muted">{lead}</p> : null}
        </div>
        {children}
      </div>
      <Outlet />
    </>
  );
}
