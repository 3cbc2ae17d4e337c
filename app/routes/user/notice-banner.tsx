import type { listMyNotices } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Banner, LinkButton } from '../../components/index.ts';

type Notice = OutputOf<typeof listMyNotices>['notices'][number];

/** A company may decide something because of the person's report (D133). */
export function NoticeBanner({ notices }: { notices: Notice[] }) {
  const open = notices.filter(({ closed_at }) => closed_at === null);
  return open.map(({ id, company, state, decide_from }) => (
    <Banner
      key={id}
      tone="warn"
      title={`${company} sent you a notice about your report.`}
      action={
        <LinkButton size="small" to={`/user/notices/${id}`}>
          Read notice and report
        </LinkButton>
      }
    >
      {state === 'paused'
        ? 'Your dispute stops the clock.'
        : decide_from
          ? `Nothing is decided yet. They may decide from ${formatDate(decide_from)}.`
          : 'Nothing is decided yet.'}
    </Banner>
  ));
}
