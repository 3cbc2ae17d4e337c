import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getAdverseAction, sendFinalNotice } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { Banner, Card, Crumbs, Disclose, Facts, LinkButton, Page } from '../../components/index.ts';
import { isAllowed, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { type Case, headline, isOpen, remark } from './adverse-words.ts';
import { DayBar, Evidence, Letter, StateBadge } from './parts.tsx';

export const meta = titled('Adverse action');

export async function loader(args: LoaderFunctionArgs) {
  const found = await perform(args, getAdverseAction, { adverseid: args.params.adverseid ?? '' });
  return { ...found, mayDecide: await isAllowed(args, sendFinalNotice) };
}

/** One adverse action of a company: how far it is, and its evidence (D133). */
export default function AdverseCase() {
  const { adverse, mayDecide } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const open = isOpen(adverse.state);
  const at = `/user/network/adverse/${adverse.id}`;
  return (
    <Page
      title={`Adverse action about ${adverse.person}`}
      lead={`Started on ${formatDate(adverse.started_at, timeZone)} by ${adverse.started_by}.`}
      crumbs={
        <Crumbs
          trail={[
            ['Network', '/user/network'],
            ['Adverse actions', '/user/network/adverse'],
          ]}
        >
          {adverse.person}
        </Crumbs>
      }
      actions={open && mayDecide ? <LinkButton to={`${at}/withdraw`}>Withdraw</LinkButton> : null}
    >
      {mayDecide ? null : (
        <Banner tone="plain" icon="lock" title="Only admins and the owner send these notices.">
          You can read the case.
        </Banner>
      )}
      {adverse.unreviewed ? (
        <Banner tone="warn" title="No lawyer has reviewed the wording of these notices yet.">
          The person doesn’t see this note.
        </Banner>
      ) : null}
      {adverse.to_post && mayDecide ? (
        <Banner
          tone="warn"
          icon="mail"
          title="A notice has to be mailed on paper."
          action={
            <LinkButton size="small" icon="download" to={`${at}/paper`} reloadDocument>
              Notice to mail
            </LinkButton>
          }
        >
          Our staff mails it and records the day. This is what they send.
        </Banner>
      ) : null}
      <div className="split">
        <div className="stack stack-24">
          <Card padded={false} foot={mayDecide && open ? <Decide adverse={adverse} at={at} /> : null}>
            <div className="case-top">
              <div className="stack stack-8">
                <span>
                  <StateBadge state={adverse.state} />
                </span>
                <h2>{headline(adverse, timeZone)}</h2>
                <p className="muted">{remark(adverse, timeZone)}</p>
              </div>
              <DayBar {...adverse} />
            </div>
          </Card>
          <Evidence evidence={adverse.evidence} timeZone={timeZone} at={mayDecide ? at : null} />
          {adverse.notices.map(({ kind, round, content }) => (
            <Disclose
              key={`${kind}${round}`}
              summary={kind === 'final' ? 'The final notice' : 'The first notice as it was sent'}
            >
              <Letter content={content} />
            </Disclose>
          ))}
        </div>
        <Card title={`Case ${adverse.number}`}>
          <Facts
            facts={[
              ['Person', adverse.person],
              ['Decision, as worded in the notices', `“Not to ${adverse.decision}”`],
              ['Place of work', adverse.place],
              ...(adverse.results.length > 0
                ? [['Because of', adverse.results.map(({ search }) => search).join(', ')] as const]
                : []),
              ['Report of', formatDate(adverse.report.made_at, timeZone)],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

function Decide({ adverse, at }: { adverse: Case; at: string }) {
  if (adverse.state === 'ready') {
    return (
      <LinkButton kind="primary" to={`${at}/final`}>
        Send final notice
      </LinkButton>
    );
  }
  return <span className="small muted">The final notice can be sent after the waiting period.</span>;
}
