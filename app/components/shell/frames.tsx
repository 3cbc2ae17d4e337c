import type { ReactNode } from 'react';
import { DeletionBanner } from './deletion-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { drawerId, Sidebar, type StaffWork, staffNav, userNav } from './sidebar.tsx';
import type { BrandView, ShellData } from './types.ts';

interface FrameProps {
  brand: BrandView;
  children: ReactNode;
}

type PersonFrameProps = FrameProps & {
  data: ShellData;
  /** Shown in the header on a desktop. */
  news?: ReactNode;
  /** Shown above the page. */
  notice?: ReactNode;
};

/** The frame of a signed-in person's pages: header, sidebar, footer. */
export function UserFrame({
  brand,
  timeZone,
  data,
  news,
  notice,
  children,
}: PersonFrameProps & { timeZone: string }) {
  return (
    <>
      <Header brand={brand} data={data} drawer={drawerId} news={news} />
      <div className="shell">
        <Sidebar data={data} items={userNav(data)} timeZone={timeZone} />
        <main className="main" id="main">
          {data.eraseAt ? <DeletionBanner eraseAt={data.eraseAt} waits={data.erasureWaits} /> : null}
          {notice}
          {children}
        </main>
      </div>
      <Footer brand={brand} />
    </>
  );
}

/** The frame of the console (doc3 §2). */
export function StaffFrame({ brand, data, news, work, children }: PersonFrameProps & { work: StaffWork }) {
  return (
    <>
      <Header brand={brand} data={data} drawer={drawerId} news={news} />
      <div className="shell">
        <Sidebar data={data} items={staffNav(work)} console />
        <main className="main" id="main">
          {children}
        </main>
      </div>
      <Footer brand={brand} />
    </>
  );
}

/** The frame of purchase, application and score: no sidebar, and one link to leave. */
export function FlowFrame({ brand, data, exit, children }: PersonFrameProps & { exit: ReactNode }) {
  return (
    <div className="solo">
      <Header brand={brand} data={data} exit={exit} />
      <main className="main calm" id="main">
        {children}
      </main>
      <Footer brand={brand} />
    </div>
  );
}
