import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { getOverview, JOINED_WINDOW } from '#modules/admin/index.ts';
import { formatDuration, grades } from '#modules/platform/browser.ts';
import { Card, Donut, Facts, LinkButton, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Dashboard');

export async function loader(args: LoaderFunctionArgs) {
  const figures = await perform(args, getOverview, {});
  return { ...figures, joined_window: formatDuration(JOINED_WINDOW) };
}

/** The staff's first page (D72). */
export default function Overview() {
  const figures = useLoaderData<typeof loader>();
  const counted = new Map<string, number>(figures.by_score.map((row) => [row.score, row.people]));
  return (
    <Page
      title="Dashboard"
      lead="The portal at a glance."
      actions={
        <LinkButton to="/admin/tools" kind="primary" icon="search">
          Find a user
        </LinkButton>
      }
    >
      <div className="cols">
        <Card title="People">
          <Facts
            facts={[
              ['Accounts', figures.people.toLocaleString('en-US')],
              [
                `Joined in the last ${figures.joined_window}`,
                figures.registered_lately.toLocaleString('en-US'),
              ],
              ['Companies', figures.companies.toLocaleString('en-US')],
            ]}
          />
        </Card>
        <Card title="Background checks" aside={<Link to="/admin/tools">Open tools</Link>}>
          <Facts
            facts={[
              ['Open applications', figures.open_applications.toLocaleString('en-US')],
              ['Waiting for the person’s review', figures.waiting_for_approval.toLocaleString('en-US')],
              ['Valid ShieldScores', figures.valid_scores.toLocaleString('en-US')],
            ]}
          />
        </Card>
      </div>
      <Card title="Valid ShieldScores by grade" padded={false}>
        <Donut
          unit="People"
          by="ShieldScore"
          middle={figures.valid_scores.toLocaleString('en-US')}
          note="valid"
          parts={grades.map((grade) => ({ label: grade, tone: grade, value: counted.get(grade) ?? 0 }))}
        />
      </Card>
    </Page>
  );
}
