import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getMailPreview, sendSample } from '#modules/admin/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, Facts, Form, Page, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titledBy } from '../../title.ts';
import { brandAsked } from './mail-brand.server.ts';
import { brandQuery, MailBrand } from './mail-brand.tsx';
import { mailGroupWords } from './mail-group-words.ts';

export const meta = titledBy<typeof loader>((data) => data.subject);

export async function loader(args: LoaderFunctionArgs) {
  const { mail = '' } = args.params;
  const { host = '' } = brandAsked(args);
  const { html: _, ...preview } = await perform(args, getMailPreview, { mail, ...brandAsked(args) });
  return { host, ...preview };
}

export function action(args: ActionFunctionArgs) {
  const { mail = '' } = args.params;
  const { host = '' } = brandAsked(args);
  return submit(args, {
    form: buttonForm,
    operation: sendSample,
    input: () => ({ mail, ...brandAsked(args) }),
    done: () => {
      flash(args.context.visit, 'The sample is on its way to you');
      return redirect(`/admin/settings/mails/${mail}${brandQuery(host)}`);
    },
  });
}

/** A mail with sample data, as its reader would get it. */
export default function MailPreview() {
  const { host, brands, name, version, group, sender, subject, text } = useLoaderData<typeof loader>();
  return (
    <Page
      title={subject}
      crumbs={
        <Crumbs
          trail={[
            ['Settings', '/admin/settings'],
            ['Emails', `/admin/settings/mails${brandQuery(host)}`],
          ]}
        >
          {name}
        </Crumbs>
      }
      narrow
    >
      <Card title="Preview">
        <MailBrand brands={brands} host={host} />
        <Facts
          facts={[
            ['From', sender],
            ['Kind', mailGroupWords[group]],
            ['Template', `${name}, version ${version}`],
          ]}
        />
        <Form id="send" result={useActionData<typeof action>()} summary={false}>
          <div className="actions">
            <SubmitButton pending="Sending">Send to me</SubmitButton>
          </div>
        </Form>
        <p className="small muted">Links and codes in samples don’t work.</p>
      </Card>
      <Card title="HTML" padded={false}>
        <iframe
          src={`/admin/settings/mails/${name}/html${brandQuery(host)}`}
          title={subject}
          width="100%"
          height="640"
          frameBorder="0"
          sandbox=""
        />
      </Card>
      <Card title="Text">
        <p className="written anywhere">{text}</p>
      </Card>
    </Page>
  );
}
