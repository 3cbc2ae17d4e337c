import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { bulkColumnsForm, bulkStartForm } from '#modules/network/forms.ts';
import {
  checkBulk,
  controlBulk,
  getBulkInvitation,
  listBulkInvitations,
  mapBulk,
  startBulk,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, type ReadActionArgs, readAbout, submit } from '../../action.server.ts';
import { Banner, Crumbs, LinkButton, Page } from '../../components/index.ts';
import { attempt, leave, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { title } from './addresses.ts';
import { bulkHome } from './bulk-home.server.ts';
import { bulkIntents } from './bulk-intents.ts';
import type { BulkPage } from './bulk-words.ts';
import { CheckSection } from './check-section.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { History } from './history.tsx';
import { ResultSection } from './result-section.tsx';
import { SendingSection } from './sending-section.tsx';
import { type BulkStep, Steps } from './steps.tsx';

export const meta = titled(title);

async function fileOf(args: LoaderFunctionArgs) {
  const home = await bulkHome(args);
  const bulkid = args.params.bulkid ?? '';
  return { ...home, about: { ...home.about, bulkid }, path: `${home.base}/${bulkid}` };
}

export async function loader(args: LoaderFunctionArgs) {
  const home = await fileOf(args);
  const found = await perform(args, getBulkInvitation, home.about);
  return { ...home, found, others: isOpen(found) ? await listOthers(args, home.about) : [] };
}

const isOpen = ({ bulk: { state } }: BulkPage) => state === 'sending' || state === 'paused';

/** The company's other files. */
async function listOthers(
  args: LoaderFunctionArgs,
  { bulkid, ...about }: { bulkid: string; companyid?: string },
) {
  const { bulks } = await perform(args, listBulkInvitations, about);
  return bulks.filter(({ id }) => id !== bulkid);
}

const control = async (args: ReadActionArgs, action: 'pause' | 'continue') => {
  const { about, path } = await fileOf(args);
  return submit(args, {
    form: buttonForm,
    operation: controlBulk,
    input: () => ({ ...about, action }),
    refused: { 'network.bulk-not-sending': () => path },
    done: () => redirect(path),
  });
};

export const action = intents(bulkIntents, {
  check: async (args) => {
    const [, { about, path }] = await readAbout(args, bulkColumnsForm, fileOf);
    return submit(args, {
      form: bulkColumnsForm,
      operation: mapBulk,
      input: (value) => ({ ...value, ...about }),
      refused: { 'network.bulk-started': () => path },
      done: async () => {
        const checked = await attempt(args, checkBulk, about);
        if (!checked.ok) throw leave(args, checked.refusal.text, `${path}?columns`);
        return redirect(path);
      },
    });
  },
  start: async (args) => {
    const [, { about, path }] = await readAbout(args, bulkStartForm, fileOf);
    return submit(args, {
      form: bulkStartForm,
      operation: startBulk,
      input: ({ coupon_most }) => ({ ...about, coupon_most }),
      refused: {
        'network.bulk-started': () => path,
        'network.bulk-check-first': () => path,
        'network.bulk-confirm-most': () => path,
        'network.bulk-nobody': () => path,
      },
      done: () => redirect(path),
    });
  },
  pause: (args) => control(args, 'pause'),
  resume: (args) => control(args, 'continue'),
});

/** One bulk invitation, from its columns to its result (D132). */
export default function BulkFile() {
  const { base, company, trail, isStaff, found, others } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const query = new URLSearchParams(useLocation().search);
  const { timeZone } = useRoot();
  const step = stepOf(found, query.has('columns'));
  const isGone = found.bulk.state === 'uploaded' && found.bulk.kept_until === null;
  return (
    <Page
      title={title}
      lead={step === 'Check' ? 'Nothing has been sent yet.' : `For ${company}.`}
      crumbs={<Crumbs trail={[...trail, ['Bulk invitation', base]]}>{found.bulk.file_name}</Crumbs>}
    >
      <Steps current={step} />
      {isGone ? (
        <Banner
          tone="warn"
          title={networkTexts['bulk.file-gone']}
          action={
            <LinkButton size="small" to={base}>
              Upload it again
            </LinkButton>
          }
        />
      ) : (
        <>
          {step === 'Columns' ? <Doubts page={found} base={base} /> : null}
          {step === 'Columns' ? (
            <ColumnsForm page={found} showsEmpty={query.has('empty')} result={result} />
          ) : null}
          {step === 'Check' && found.check ? (
            <CheckSection page={found} check={found.check} company={company} result={result} />
          ) : null}
          {step === 'Send' ? (
            <SendingSection page={found} timeZone={timeZone} isStaff={isStaff} result={result} />
          ) : null}
          {others.length > 0 ? <History bulks={others} base={base} timeZone={timeZone} /> : null}
          {step === null ? (
            <ResultSection page={found} counts={found.result ?? []} timeZone={timeZone} isStaff={isStaff} />
          ) : null}
        </>
      )}
    </Page>
  );
}

function stepOf(page: BulkPage, asksColumns: boolean): BulkStep | null {
  const { bulk, check } = page;
  if (isOpen(page)) return 'Send';
  if (bulk.state !== 'uploaded') return null;
  return check && !asksColumns ? 'Check' : 'Columns';
}

/** What should be looked at before the columns: letters that were read wrong, and a dry run that is too old. */
function Doubts({ page: { bulk, check }, base }: { page: BulkPage; base: string }) {
  return (
    <>
      {bulk.checked_at && !check ? (
        <Banner icon="clock">
          The last check is more than an hour old, so people may have joined or been invited since. Check the
          rows again.
        </Banner>
      ) : null}
      {bulk.garbled > 0 && bulk.encoding ? (
        <Banner
          tone="warn"
          title={`${bulk.garbled.toLocaleString('en-US')} ${bulk.garbled === 1 ? 'row has' : 'rows have'} letters that look broken.`}
          action={
            <LinkButton
              size="small"
              to={`${base}?encoding=${bulk.encoding === 'utf-8' ? 'windows-1252' : 'utf-8'}`}
            >
              Read it another way
            </LinkButton>
          }
        >
          The file was read as {bulk.encoding.toUpperCase()}. If names look wrong below, upload it again and
          choose how it is read.
        </Banner>
      ) : null}
    </>
  );
}
