import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Logo } from './logo.tsx';
import type { BrandView } from './types.ts';

interface FrameProps {
  brand: BrandView;
  children: ReactNode;
}

interface SoloFrameProps extends FrameProps {
  /** Shown at the right of the header. */
  action?: ReactNode;
  /** Full width instead of one column. */
  wide?: boolean;
}

/** The frame with one column for a single task: verification, recovery, public pages. */
export function SoloFrame({ brand, action, wide, children }: SoloFrameProps) {
  return (
    <div className="solo">
      <header className="header">
        <Logo brand={brand} to="/login" />
        {action ? <div className="push">{action}</div> : null}
      </header>
      <main className={wide ? 'main calm' : 'solo-body'} id="main">
        {children}
      </main>
      <Footer brand={brand} />
    </div>
  );
}

/** The frame of sign-in and registration: the form next to a description of the product. */
export function DuoFrame({ brand, side, children }: FrameProps & { side: ReactNode }) {
  return (
    <div className="duo">
      <div className="duo-form">
        <header>
          <Logo brand={brand} to="/login" />
        </header>
        <main id="main">{children}</main>
        <Footer brand={brand} quiet />
      </div>
      <aside className="duo-side" aria-label={`What ${brand.name} is`}>
        {side}
      </aside>
    </div>
  );
}
