import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useNonce } from './components/nonce.tsx';
import { usePageFocus } from './components/page-focus.ts';
import { AdminSessionBanner } from './components/shell/admin-session-banner.tsx';
import { headScript, markAsHydrated, ScriptsFailed } from './components/shell/head-script.tsx';
import { StyleSheets } from './components/shell/style-sheets.tsx';
import { plainBrand } from './components/shell/types.ts';
import { Toasts } from './components/toasts.tsx';
import { shownForField } from './intents.ts';
import { ErrorPage, troubleOf } from './routes/shell/error-page.tsx';
import { loadRoot } from './routes/shell/root-data.server.ts';
import { Vitals } from './routes/shell/vitals.tsx';
import { sessionChangeIn } from './session-change.ts';
import styles from './styles/index.css?url';
import { termsDueIn } from './terms-due.ts';

/** Loaded only when they are shown, so that other pages do not contain them. */
const SessionGate = lazy(() =>
  import('./routes/shell/session-gate.tsx').catch(() => ({ default: ErrorPage })),
);
const TermsGate = lazy(() => import('./routes/shell/terms-gate.tsx').catch(() => ({ default: ErrorPage })));

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon-32.png', type: 'image/png', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export function loader(args: LoaderFunctionArgs) {
  return loadRoot(args);
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const nonce = useNonce();
  const error = useRouteError();
  const brand = root?.brand ?? (termsDueIn(error) ?? sessionChangeIn(error))?.brand ?? plainBrand;
  useEffect(markAsHydrated, []);
  usePageFocus(error !== undefined);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1c1917" media="(prefers-color-scheme: dark)" />
        {root?.shownFor ? <meta name={shownForField} content={root.shownFor} /> : null}
        {error ? <title>{[errorTitle(error), brand.name].filter(Boolean).join(' - ')}</title> : <Meta />}
        <Links />
        <StyleSheets nonce={nonce} addresses={brand.stylesheet ? [styles, brand.stylesheet] : [styles]} />
        {root ? (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // It runs where the server wrote it, so the browser’s bundle does not contain it again.
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of ours
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript(root, styles) : '' }}
          />
        ) : null}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {root?.adminSession ? <AdminSessionBanner emailaddress={root.adminSession.emailaddress} /> : null}
        {children}
        {root ? <ScriptsFailed text={root.scripts.failed} /> : null}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function errorTitle(error: unknown): string {
  if (termsDueIn(error)) return 'Terms';
  return sessionChangeIn(error) ? 'Another account is logged in' : troubleOf(error).title;
}

export default function App() {
  const root = useRouteLoaderData<typeof loader>('root');
  return (
    <>
      <Outlet />
      <Vitals />
      <Toasts toasts={root?.toasts ?? []} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const due = termsDueIn(error);
  const change = sessionChangeIn(error);
  if (!due && !change) return <ErrorPage />;
  return (
    <Suspense>
      {due ? <TermsGate due={due} /> : null}
      {change ? <SessionGate change={change} /> : null}
    </Suspense>
  );
}
