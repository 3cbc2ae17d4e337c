import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { intents } from '#app/action.server.ts';
import { Card, Page, Toasts } from '#app/components/index.ts';
import { Footer } from '#app/components/shell/footer.tsx';
import { Logo } from '#app/components/shell/logo.tsx';
import { flash } from '#app/flash.server.ts';
import { backToRow } from '#app/row.server.ts';
import { form } from '#modules/platform/fields/form.ts';
import { Refusal } from '#modules/platform/index.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { BrandSpecimens } from './brand-specimens.tsx';
import { developmentOnly } from './development.server.ts';
import {
  CodeSpecimens,
  ErrorSpecimens,
  FieldSpecimens,
  RowSpecimens,
  SignatureSpecimens,
} from './form-specimens.tsx';
import { ChartSpecimens, GridSpecimens, MenuSpecimens } from './grid-specimens.tsx';
import {
  BadgeSpecimens,
  BannerSpecimens,
  ButtonSpecimens,
  CredentialSpecimens,
  DocumentSpecimens,
  IconSpecimens,
  ListSpecimens,
  ProgressSpecimens,
  StateSpecimens,
  StatusSpecimens,
} from './piece-specimens.tsx';
import { RowActionSpecimens, refusedRow } from './row-action-specimens.tsx';
import { specimenRowFields } from './specimen-fields.ts';
import { specimenIntents } from './specimen-intents.ts';
import { listSwitchedOn, turnSwitch } from './switches.server.ts';

export const meta = titled('Every piece, in every state');

export function loader({ context }: LoaderFunctionArgs) {
  developmentOnly(context);
  return { switchedOn: listSwitchedOn(context.visit) };
}

const rows = form(specimenRowFields);

const answer = intents(specimenIntents, {
  rows: ({ context, formData }) => {
    const submission = parseWithZod(formData, { schema: rows.schema });
    if (submission.status !== 'success') return submission.reply();
    flash(context.visit, 'Saved');
    return redirect('/dev/ui');
  },
  sharing: (args) => {
    const id = String(args.formData.get('id'));
    if (id === refusedRow) return backToRow(args, new Refusal('conflict'));
    turnSwitch(args.context.visit, id, args.formData.get('value') === 'YES');
    return backToRow(args);
  },
  remind: (args) => backToRow(args, 'Reminder sent'),
});

export function action(args: ActionFunctionArgs) {
  developmentOnly(args.context);
  return answer(args);
}

const toast = { id: '1', tone: 'ok', text: 'Invitation sent to Luis Herrera' } as const;

export default function Pieces() {
  const { switchedOn } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { brand } = useRoot();
  return (
    <>
      <header className="header">
        <Logo brand={brand} to="/login" />
        <span className="badge">Pieces</span>
      </header>
      <main className="main" id="main">
        <Page
          title="Every piece, in every state"
          lead="Built from tokens only. Everything here works without script."
        >
          <Card title="Brand and how it is derived">
            <BrandSpecimens />
          </Card>
          <div className="cols">
            <ButtonSpecimens />
            <BadgeSpecimens />
          </div>
          <StatusSpecimens />
          <div className="cols cols-top">
            <ErrorSpecimens />
            <FieldSpecimens />
          </div>
          <CodeSpecimens />
          <div className="cols">
            <RowSpecimens result={result} />
            <MenuSpecimens />
          </div>
          <div className="cols">
            <BannerSpecimens />
            <ProgressSpecimens />
          </div>
          <StateSpecimens />
          <ListSpecimens />
          <GridSpecimens />
          <RowActionSpecimens switchedOn={switchedOn} />
          <ChartSpecimens />
          <CredentialSpecimens />
          <SignatureSpecimens />
          <DocumentSpecimens />
          <IconSpecimens />
        </Page>
      </main>
      <Toasts toasts={[toast]} />
      <Footer brand={brand} />
    </>
  );
}
