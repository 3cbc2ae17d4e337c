import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { bulkOutcomes, listBulkRows } from '#modules/network/index.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { Refusal } from '#modules/platform/index.ts';
import { askedPage } from '../../asked-page.server.ts';
import { Card, Crumbs, EmptyState, LinkButton, Page, PagesFoot } from '../../components/index.ts';
import { errorPage, perform, requireAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { bulkHome } from './bulk-home.server.ts';
import { Cells } from './preview.tsx';

export const meta = titled('Rows of a file');

export async function loader(args: LoaderFunctionArgs) {
  const { about, base, trail } = await bulkHome(args);
  await requireAllowed(args, listBulkRows);
  const { bulkid = '' } = args.params;
  const outcome = bulkOutcomes.find((each) => each === args.params.outcome);
  if (!outcome) throw errorPage(new Refusal('not-found'));
  const asked = { ...about, bulkid, outcome, page: askedPage(args.request) };
  return { trail, base, file: `${base}/${bulkid}`, listed: await perform(args, listBulkRows, asked) };
}

/** The rows that a count is about, page by page. */
export default function BulkRows() {
  const { trail, base, file, listed } = useLoaderData<typeof loader>();
  const { label, file_name, headers, rows, total, page, rows_a_page } = listed;
  return (
    <Page
      title={label}
      lead={formatCount(total, 'row')}
      crumbs={<Crumbs trail={[...trail, ['Bulk invitation', base], [file_name, file]]}>Rows</Crumbs>}
      actions={<LinkButton to={file}>Back to the counts</LinkButton>}
    >
      <Card padded={false}>
        {rows.length === 0 ? (
          <EmptyState
            icon="columns"
            title="No rows here"
            action={<LinkButton to={file}>Back to the counts</LinkButton>}
          />
        ) : (
          <>
            <Cells label={label} heads={headers.map((header) => ({ header, used: null }))} rows={rows} />
            <PagesFoot page={page} size={rows_a_page} total={total} search="" />
          </>
        )}
      </Card>
    </Page>
  );
}
