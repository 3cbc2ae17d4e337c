import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { viewSharedScore } from '#modules/network/index.ts';
import { formatDate, formatMoment, type Grade } from '#modules/platform/browser.ts';
import { Seal, SoloCard } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta: MetaFunction = (args) => [
  ...(titled('ShieldScore')(args as Parameters<ReturnType<typeof titled>>[0]) ?? []),
  { name: 'robots', content: 'noindex, nofollow' },
  // Anybody who has the address can see the score, so it must not be sent to pages that are opened from here.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' });

/**
 * The page that a share link shows to anybody who has it. HEAD requests, which only bots send, do not count as views.
 */
export async function loader(args: LoaderFunctionArgs) {
  const counted = args.request.method === 'GET';
  const found = await attempt(args, viewSharedScore, { code: args.params.code ?? '', counted });
  if (found.ok) return data({ ...found.output, unknown: false });
  if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
  return data({ shown: null, blank: null, unknown: true }, { status: 404 });
}

const blanks = {
  expired: {
    title: 'This link has expired',
    lead: 'Ask the person who gave it to you for a new one.',
  },
  off: {
    title: 'This link was turned off',
    lead: 'The person who made it no longer shares their score here.',
  },
  unavailable: {
    title: 'No current score',
    lead: 'There’s no valid score to show right now. Try again later, or ask the person who gave you the link.',
  },
} as const;

export default function SharedScore() {
  const { shown, blank, unknown } = useLoaderData<typeof loader>();
  if (unknown) {
    return <SoloCard title="We don’t know this link" lead="Check the address, or scan the code again." />;
  }
  if (blank) return <SoloCard {...blanks[blank]} />;
  return shown ? <Shown {...shown} /> : null;
}

interface ShownProps {
  firstname: string;
  lastname: string;
  shieldscore: Grade;
  current_expiration: string;
  as_of: string | Date;
}

function Shown({ firstname, lastname, shieldscore, current_expiration, as_of }: ShownProps) {
  const { timeZone } = useRoot();
  return (
    <SoloCard title={`${firstname} ${lastname}`} lead={`Valid through ${formatDate(current_expiration)}`}>
      <div data-grade={shieldscore}>
        <div className="seal">
          <Seal grade={shieldscore} />
        </div>
      </div>
      <p className="small">
        Current as of <b>{formatMoment(as_of, timeZone)}</b>. ShieldScores run from IC01+, the best, to IC04.
      </p>
      <ul className="small muted">
        <li>Compare the name with a photo ID.</li>
        <li>
          {firstname} can see that this page was opened. Nothing else about {firstname} is shared here.
        </li>
      </ul>
    </SoloCard>
  );
}
