import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import { LinkButton } from '../../components/button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { PageTitle } from '../../components/page.tsx';
import { SoloFrame } from '../../components/shell/open-frames.tsx';
import { useRoot } from './use-root.ts';

interface Trouble {
  icon: IconName;
  title: string;
  text: string;
  /** Whether it makes sense to try the same page again; if not, the link leads home. */
  tryAgain?: true;
}

/** Message and next step for each HTTP status. Statuses that are not listed are server errors or unknown. */
export function troubleOf(error: unknown): Trouble {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        icon: 'search',
        title: 'We couldn’t find that page',
        text: 'The address may be outdated, or you may not have access to the page.',
      };
    }
    // For this status and those below, the text of the refusal says more than a general message.
    if (error.status === 403) {
      return {
        icon: 'lock',
        title: 'You can’t open this page',
        text: typeof error.data === 'string' ? error.data : 'You don’t have access to it.',
      };
    }
    if (error.status === 429) {
      return {
        icon: 'clock',
        title: 'Please try again later',
        text: `${typeof error.data === 'string' ? error.data : 'Too many attempts.'} What you saved is safe.`,
      };
    }
    if (error.status === 409 || error.status === 413) {
      return {
        icon: 'alert',
        title: 'That didn’t work',
        text: typeof error.data === 'string' ? error.data : 'Something changed in the meantime.',
      };
    }
    if (error.status === 503) {
      return { icon: 'clock', title: 'Temporarily unavailable', text: String(error.data), tryAgain: true };
    }
    if (error.status < 500) {
      return {
        icon: 'alert',
        title: 'That didn’t work',
        text: 'We couldn’t read that request. Go back and try again.',
      };
    }
  }
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) {
    return {
      icon: 'offline',
      title: 'You seem to be offline',
      text: 'We couldn’t reach the server. Check your connection, then try again.',
      tryAgain: true,
    };
  }
  return {
    icon: 'alert',
    title: 'Something went wrong on our side',
    text: 'We’ve logged the error. Please try again in a moment. What you saved is safe.',
    tryAgain: true,
  };
}

/** Where a person can continue. Staff in the console stay in the console. */
function homeOf(pathname: string): { to: string; label: string } {
  if (/^\/admin(\/|$)/.test(pathname)) return { to: '/admin', label: 'Go to the console' };
  return { to: '/user', label: 'Go to my home page' };
}

/** The page that is shown instead of one that failed. */
export function ErrorPage() {
  const { icon, title, text, tryAgain } = troubleOf(useRouteError());
  const { pathname, search } = useLocation();
  const home = homeOf(pathname);
  return (
    <SoloFrame {...useRoot()}>
      <div className="trouble">
        <Icon name={icon} size={24} />
        <PageTitle>{title}</PageTitle>
        <p className="muted">{text}</p>
        <div className="actions">
          {tryAgain ? (
            <LinkButton to={pathname + search} reloadDocument kind="primary">
              Try again
            </LinkButton>
          ) : null}
          <LinkButton to={home.to} reloadDocument kind={tryAgain ? 'default' : 'primary'}>
            {home.label}
          </LinkButton>
        </div>
        <p className="small">
          <a href="/support">Contact support</a>
        </p>
      </div>
    </SoloFrame>
  );
}
