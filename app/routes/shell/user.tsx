import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { getTour } from '#modules/enterprise/index.ts';
import { person } from '#modules/platform/index.ts';
import { UserFrame } from '../../components/shell/frames.tsx';
import { ScoreBanner } from '../../components/shell/score-banner.tsx';
import { perform } from '../../door.server.ts';
import { SessionWatch } from '../identity/session-watch.tsx';
import { ReleaseNotesLink } from './release-notes-link.tsx';
import { loadShell } from './shell-data.server.ts';
import { Tour } from './tour.tsx';
import { useRoot } from './use-root.ts';

export async function loader(args: LoaderFunctionArgs) {
  const shell = await loadShell(args, person);
  const asked = new URL(args.request.url).searchParams;
  const tours = asked.has('starttour') || asked.has('tourstep');
  return { ...shell, tour: tours ? (await perform(args, getTour, {})).steps : null };
}

export default function UserShell() {
  const data = useLoaderData<typeof loader>();
  const root = useRoot();
  const atHome = useMatches().some(({ id }) => id === 'routes/user/home');
  return (
    <UserFrame
      {...root}
      data={data}
      news={<ReleaseNotesLink />}
      notice={
        data.scoreWaits && !atHome ? (
          <ScoreBanner reviewSince={data.reviewSince} timeZone={root.timeZone} />
        ) : null
      }
    >
      <SessionWatch />
      <Tour
        texts={data.tour}
        firstCheck={data.firstCheck}
        dashboard={data.dashboard}
        alerts={data.unreadAlerts !== null}
      />
      <Outlet />
    </UserFrame>
  );
}
