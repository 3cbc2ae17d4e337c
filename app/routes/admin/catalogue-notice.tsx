import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { getCatalogue } from '#modules/admin/index.ts';
import { stateCodes, stateName } from '#modules/platform/fields/states.ts';
import { Card, Crumbs, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { catalogueTrail, documentPath } from './catalogue-words.ts';

export const meta = titled('New state notice');

/** The states for which a provider has no notice yet. */
export async function loader(args: LoaderFunctionArgs) {
  const { providers, documents } = await perform(args, getCatalogue, {});
  return {
    providers: providers.map(({ craid, name }) => {
      const has = new Set(documents.filter((row) => row.craid === craid).map(({ state }) => state));
      return { craid, name, states: stateCodes.filter((code) => !has.has(code)) };
    }),
  };
}

/** Chooses a state and opens the empty draft of its notice (D89). */
export default function NewNotice() {
  const { providers } = useLoaderData<typeof loader>();
  return (
    <Page
      title="New state notice"
      lead="Choose the state. After you publish the notice, add its step under Step order."
      crumbs={<Crumbs trail={catalogueTrail}>New state notice</Crumbs>}
    >
      {providers.map(({ craid, name, states }) => (
        <Card key={craid} title={name}>
          <div className="cols">
            {states.map((state) => (
              <Link key={state} to={documentPath(craid, { kind: 'notice', state })}>
                {stateName(state)}
                <span className="sr"> notice, {name}</span>
              </Link>
            ))}
          </div>
        </Card>
      ))}
    </Page>
  );
}
