import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listMails } from '#modules/admin/index.ts';
import { Card, Crumbs, List, ListRow, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { brandAsked } from './mail-brand.server.ts';
import { brandQuery, MailBrand } from './mail-brand.tsx';
import { mailGroupWords } from './mail-group-words.ts';

export const meta = titled('Emails');

export async function loader(args: LoaderFunctionArgs) {
  const { host = '' } = brandAsked(args);
  return { host, ...(await perform(args, listMails, brandAsked(args))) };
}

/** Every mail that the portal sends, by its group. */
export default function Mails() {
  const { host, brands, mails } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Emails"
      lead="Every email that the portal sends, with sample data."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Emails</Crumbs>}
      narrow
    >
      <Card title="Brand">
        <MailBrand brands={brands} host={host} />
      </Card>
      {Object.entries(mailGroupWords).map(([group, title]) => (
        <Card key={group} title={title} padded={false}>
          <List>
            {mails
              .filter((mail) => mail.group === group)
              .map(({ name, subject }) => (
                <ListRow
                  key={name}
                  title={<Link to={`/admin/settings/mails/${name}${brandQuery(host)}`}>{subject}</Link>}
                  note={name}
                />
              ))}
          </List>
        </Card>
      ))}
    </Page>
  );
}
