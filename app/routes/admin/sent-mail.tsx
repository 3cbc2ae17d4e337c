import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getSentMail } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { Card, Crumbs, Facts, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { mailStateWords } from './timeline-words.ts';

export const meta = titled('Email');

export async function loader(args: LoaderFunctionArgs) {
  const { userid = '', mailid = '' } = args.params;
  return { userid, ...(await perform(args, getSentMail, { userid, mailid })) };
}

/** A mail as its reader got it. */
export default function SentMail() {
  const { userid, name, kind, version, state, sent_dts, subject, address, text } =
    useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title={subject ?? 'Email'}
      crumbs={
        <Crumbs
          trail={[
            ['Tools', '/admin/tools'],
            [name, `/admin/user/${userid}/timeline?kind=messages`],
          ]}
        >
          Email
        </Crumbs>
      }
    >
      <Card title="Sent">
        <Facts
          facts={[
            ['To', address ? showEmailAddress(address) : 'Erased with the personal data'],
            ['When', formatDateTime(sent_dts, timeZone)],
            ['State', mailStateWords(state)],
            ['Template', version === null ? kind : `${kind}, version ${version}`],
          ]}
        />
      </Card>
      <Card title="Text">
        {text === null ? (
          <p className="muted">The text wasn’t kept, because the email wasn’t sent or is too old.</p>
        ) : (
          <p className="written anywhere">{text}</p>
        )}
        <p className="small muted">Codes and links aren’t shown again.</p>
      </Card>
    </Page>
  );
}
