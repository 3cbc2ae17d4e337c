import type { ReactNode } from 'react';
import { Footer } from '#app/components/shell/footer.tsx';
import { Logo } from '#app/components/shell/logo.tsx';
import { useRoot } from '../shell/use-root.ts';

/** The frame of the development pages, which need no session. */
export function DevelopmentFrame({ children }: { children: ReactNode }) {
  const { brand } = useRoot();
  return (
    <>
      <header className="header">
        <Logo brand={brand} to="/login" />
        <span className="badge">Development</span>
      </header>
      <main className="main" id="main">
        {children}
      </main>
      <Footer brand={brand} />
    </>
  );
}
