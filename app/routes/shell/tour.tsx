import { Link, useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import { Banner, Form, SubmitButton } from '../../components/index.ts';
import { type TourParts, type TourStep, type TourText, tourFor } from './tour-steps.ts';

/** `?starttour=1` starts the tour (doc2 §2.15). `?tourstep=4` continues it on the page of that step. */
const start = 'starttour';
const step = 'tourstep';

const addressOf = (steps: TourStep[], at: number) => `${steps[at]?.page ?? '/user'}?${step}=${at}`;

/** The index of the step in an address; null if there is no tour. */
function stepIn(search: URLSearchParams, count: number): number | null {
  if (search.get(start) === '1') return 0;
  const asked = search.get(step);
  const at = asked === null || !/^\d{1,2}$/.test(asked) ? null : Number(asked);
  return at !== null && at < count ? at : null;
}

/** Whether the element of a step is visible. On a phone the menu is closed, and not everybody has a ShieldID. */
const isShown = ({ at }: TourStep) =>
  at === undefined || (document.querySelector<HTMLElement>(at)?.offsetParent ?? null) !== null;

/** Stores that the tour was ended. If that fails, the tour is offered again. */
function noteEnd(seenToEnd: boolean): void {
  const body = new URLSearchParams(seenToEnd ? { seen_to_end: 'on' } : {});
  fetch('/user/tour', { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
}

interface TourProps extends TourParts {
  /** null if the address does not ask for a step. */
  texts: readonly TourText[] | null;
}

/**
 * The guided tour of the pages of a person. It works by keyboard, and Esc or Close ends it at any step. Each step has
 * its own address, so that Back works. Without script it is a list of its steps.
 */
export function Tour({ texts, firstCheck, dashboard, alerts }: TourProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const steps = useMemo(
    () => tourFor(texts ?? [], { firstCheck, dashboard, alerts }),
    [texts, firstCheck, dashboard, alerts],
  );
  const at = stepIn(search, steps.length);
  const running = at !== null && steps[at]?.page === pathname;

  useEffect(() => {
    const shown = running && at !== null ? steps[at] : undefined;
    if (!shown || at === null) return;
    const next = steps.findIndex(
      (candidate, index) => index > at && (candidate.page !== pathname || isShown(candidate)),
    );
    const before = steps.findLastIndex(
      (candidate, index) => index < at && (candidate.page !== pathname || isShown(candidate)),
    );
    if (!isShown(shown)) {
      navigate(next < 0 ? pathname : addressOf(steps, next), { replace: true });
      return;
    }
    let left = false;
    let end = () => {};
    // If the library does not load, the tour is offered again.
    const loaded = import('driver.js').catch(() => null);
    void loaded.then((library) => {
      if (left || !library) return;
      const leave = () => {
        noteEnd(next < 0);
        navigate(pathname, { replace: true, preventScrollReset: true });
      };
      const tour = library.driver({
        animate: false,
        popoverClass: 'tour',
        // The library adds a header and a footer, which would be landmarks of the page.
        onPopoverRender({ title, footer }) {
          title.setAttribute('role', 'none');
          footer.setAttribute('role', 'none');
        },
        onDestroyStarted: leave,
      });
      const go = (to: number) => () => (to < 0 ? leave() : navigate(addressOf(steps, to)));
      end = () => tour.destroy();
      tour.highlight({
        ...(shown.at ? { element: shown.at } : {}),
        popover: {
          title: shown.title,
          description: shown.text,
          showButtons: before < 0 ? ['next', 'close'] : ['next', 'previous', 'close'],
          showProgress: true,
          progressText: `${at + 1} of ${steps.length}`,
          nextBtnText: next < 0 ? 'Done' : 'Next',
          prevBtnText: 'Back',
          onNextClick: go(next),
          onPrevClick: go(before),
          onCloseClick: leave,
        },
      });
    });
    return () => {
      left = true;
      end();
    };
  }, [at, running, pathname, navigate, steps]);

  if (at === null || steps.length === 0) return null;
  return (
    <div className="without-script">
      <Banner title="Take a tour">
        {steps
          .filter(({ at: target }) => target)
          .map(({ page, title, text }) => (
            <span key={title}>
              <Link to={page}>{title}</Link>: {text}{' '}
            </span>
          ))}
      </Banner>
      <Form id="tour-end" action="/user/tour" result={undefined} summary={false}>
        <input type="hidden" name="seen_to_end" value="on" />
        <SubmitButton kind="default">Close the tour</SubmitButton>
      </Form>
    </div>
  );
}
