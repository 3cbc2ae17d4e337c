import type { ReactNode } from 'react';
import { Footer, LegalLinks } from './footer.tsx';
import { AdminSessionBanner, Header } from './header.tsx';
import { Logo } from './logo.tsx';
import { drawerId, Sidebar, staffPlaces, userPlaces } from './sidebar.tsx';
import type { BrandView, ShellData } from './types.ts';

interface FrameProps {
  brand: BrandView;
  year: number;
  children: ReactNode;
}

type PersonFrameProps = FrameProps & { data: ShellData };

/** Header, sidebar, footer: the signed-in person's pages. */
export function UserFrame({ brand, year, data, children }: PersonFrameProps) {
  return (
    <>
      {data.adminSession ? <AdminSessionBanner emailaddress={data.adminSession.emailaddress} /> : null}
      <Header brand={brand} data={data} drawer={drawerId} />
      <div className="shell">
        <Sidebar data={data} places={userPlaces(data)} />
        <main className="main" id="main">
          {children}
        </main>
      </div>
      <Footer brand={brand} year={year} />
    </>
  );
}

/** The console's frame (doc3 §2). */
export function StaffFrame({ brand, year, data, children }: PersonFrameProps) {
  return (
    <>
      <Header brand={brand} data={data} drawer={drawerId} />
      <div className="shell">
        <Sidebar data={data} places={staffPlaces} console />
        <main className="main" id="main">
          {children}
        </main>
      </div>
      <Footer brand={brand} year={year} />
    </>
  );
}

/** Purchase, application, score: no sidebar, so that nothing leads away but the exit. */
export function FlowFrame({ brand, year, data, exit, children }: PersonFrameProps & { exit: ReactNode }) {
  return (
    <div className="solo">
      {data.adminSession ? <AdminSessionBanner emailaddress={data.adminSession.emailaddress} /> : null}
      <Header brand={brand} data={data} exit={exit} />
      <main className="main calm" id="main">
        {children}
      </main>
      <Footer brand={brand} year={year} />
    </div>
  );
}

interface SoloFrameProps extends FrameProps {
  /** At the right of the header. */
  action?: ReactNode;
  /** More than a column: a page as in a flow, without a session. */
  wide?: boolean;
}

/** One task, one column: verification, recovery, public pages. */
export function SoloFrame({ brand, year, action, wide, children }: SoloFrameProps) {
  return (
    <div className="solo">
      <header className="header">
        <Logo brand={brand} to="/login" />
        {action ? <div className="push">{action}</div> : null}
      </header>
      <main className={wide ? 'main calm' : 'solo-body'} id="main">
        {children}
      </main>
      <Footer brand={brand} year={year} />
    </div>
  );
}

/** Half a form, half a promise: sign-in and registration. */
export function DuoFrame({ brand, year, side, children }: FrameProps & { side: ReactNode }) {
  return (
    <div className="duo">
      <div className="duo-form">
        <header>
          <Logo brand={brand} to="/login" />
        </header>
        <main id="main">{children}</main>
        <footer className="small faint stack stack-4">
          <LegalLinks />
          <span>
            © {year} {brand.name}
          </span>
        </footer>
      </div>
      <aside className="duo-side" aria-label={`What ${brand.name} is`}>
        {side}
      </aside>
    </div>
  );
}
