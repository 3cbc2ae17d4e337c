import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getLastChanges } from '#modules/admin/index.ts';
import { bulkUploadForm } from '#modules/network/forms.ts';
import { listBulkInvitations, uploadBulk } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formFor } from '#modules/platform/browser.ts';
import { Refusal } from '#modules/platform/index.ts';
import { type ReadActionArgs, readTyped } from '../../action.server.ts';
import { askedPage } from '../../asked-page.server.ts';
import { Card, Crumbs, EmptyState, LinkButton, Page, PagesFoot } from '../../components/index.ts';
import { attempt, callerOf, perform } from '../../door.server.ts';
import { refusedForm, requireFilesAllowed, withFiles } from '../../file-form.server.ts';
import { titled } from '../../title.ts';
import { LastChange } from '../admin/last-change.tsx';
import { useRoot } from '../shell/use-root.ts';
import { title } from './addresses.ts';
import { bulkHome } from './bulk-home.server.ts';
import { counted } from './bulk-words.ts';
import { History } from './history.tsx';
import { Steps } from './steps.tsx';
import { UploadForm, uploadBytes } from './upload-form.tsx';

export const meta = titled(title);

export async function loader(args: LoaderFunctionArgs) {
  const home = await bulkHome(args);
  const encoding = new URL(args.request.url).searchParams.get('encoding');
  const isViewer = !home.isStaff && (await callerOf(args))?.teamRole === 'viewer';
  const listed = isViewer
    ? null
    : await perform(args, listBulkInvitations, { ...home.about, page: askedPage(args.request) });
  const { changes: lastChanges } = home.isStaff
    ? await perform(args, getLastChanges, { of: 'company', id: home.about.companyid })
    : { changes: {} };
  return data({ ...home, listed, encoding, lastChanges }, { status: isViewer ? 403 : 200 });
}

const refuse = (refusal: Pick<Refusal, 'text' | 'status'>) => refusedForm('bulk', refusal, 'file');

const fileOf = (args: ActionFunctionArgs) => ({
  operation: uploadBulk,
  about: async () => (await bulkHome(args)).about,
  files: { bytes: uploadBytes, count: 1 },
  refused: refuse,
});

export const action = (args: ActionFunctionArgs) => withFiles(args, fileOf(args), upload);

async function upload(args: ReadActionArgs) {
  // Before the company is looked up, which leads to the log-in after the end of a session and keeps nothing.
  await requireFilesAllowed(args, uploadBulk);
  const { about, base } = await bulkHome(args);
  const { value } = readTyped(args, bulkUploadForm);
  const file = args.files.one('file');
  if (!value) return refuse(new Refusal('invalid-input'));
  if (!file) return refuse({ text: networkTexts['bulk.no-file'], status: 400 });
  const uploaded = await attempt(args, uploadBulk, { ...about, file, encoding: value.encoding });
  return uploaded.ok ? redirect(`${base}/${uploaded.output.bulkid}`) : refuse(uploaded.refusal);
}

/** Uploads a file with people to invite, and lists the files before it (D132). */
export default function BulkInvitations() {
  const { base, company, trail, isStaff, listed, encoding } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  if (listed === null) {
    return (
      <Page title={title} lead={`For ${company}.`} crumbs={<Crumbs trail={trail}>Bulk invitation</Crumbs>}>
        <Card>
          <EmptyState icon="lock" title="Only the owner and admins invite people from a file">
            {networkTexts['bulk.not-for-viewers']}
          </EmptyState>
        </Card>
      </Page>
    );
  }
  const { bulks, total, page, rows_a_page, daily } = listed;
  return (
    <Page title={title} lead={`For ${company}.`} crumbs={<Crumbs trail={trail}>Bulk invitation</Crumbs>}>
      <Steps current="Upload" />
      <UploadForm back={trail.at(-1)?.[1] ?? '/'} encoding={encoding} result={result} />
      <div className="notice">
        <h2>Before anything is sent</h2>
        <p>
          You see who would get an invitation and who is left out. No one is invited twice, and people who
          opted out of invitations get none.
        </p>
        <p>
          {counted(daily.left)} of {counted(daily.limit)} invitations {formFor(daily.left, 'is', 'are')} left
          today. The rest of a larger file is sent over the next days.
        </p>
      </div>
      <History
        bulks={bulks}
        base={base}
        timeZone={timeZone}
        foot={
          total > rows_a_page ? <PagesFoot page={page} size={rows_a_page} total={total} search="" /> : null
        }
      />
      {isStaff ? (
        <Card
          title="Daily limit"
          aside={
            <>
              <LastChange of="bulk-limit" />
              <LinkButton size="small" to={`${base}/limit`} preventScrollReset>
                Change limit
              </LinkButton>
            </>
          }
        >
          <p className="muted">
            {company} can send {counted(daily.limit)} invitations from files a day.
          </p>
        </Card>
      ) : null}
    </Page>
  );
}
