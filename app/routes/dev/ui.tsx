import { parseWithZod } from '@conform-to/zod/v4';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { Card, Page, Toasts } from '#app/components/index.ts';
import { Footer } from '#app/components/shell/footer.tsx';
import { Logo } from '#app/components/shell/logo.tsx';
import { flash } from '#app/flash.server.ts';
import { form } from '#modules/platform/fields/form.ts';
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
import { specimenRowFields } from './specimen-fields.ts';

export const meta = titled('Every piece, in every state');

export function loader({ context }: LoaderFunctionArgs) {
  developmentOnly(context);
  return null;
}

const rows = form(specimenRowFields);

export async function action({ context, request }: ActionFunctionArgs) {
  developmentOnly(context);
  const submission = parseWithZod(await request.formData(), { schema: rows.schema });
  if (submission.status === 'success') flash(context.visit, 'Saved');
  return submission.reply();
}

const toast = { id: '1', tone: 'ok', text: 'Invitation sent to Luis Herrera' } as const;

export default function Pieces() {
  const result = useActionData<typeof action>();
  const { brand, year } = useRoot();
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
          <ChartSpecimens />
          <CredentialSpecimens />
          <SignatureSpecimens />
          <DocumentSpecimens />
          <IconSpecimens />
        </Page>
      </main>
      <Toasts toasts={[toast]} />
      <Footer brand={brand} year={year} />
    </>
  );
}
