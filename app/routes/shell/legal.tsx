import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getLegalText } from '#modules/enterprise/index.ts';
import { Document, SoloCard } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titledBy } from '../../title.ts';
import { legalPages } from './legal-pages.ts';
import { useRoot } from './use-root.ts';

/** The pages that the footer links to, for everybody, signed in or not. */
export async function loader(args: LoaderFunctionArgs) {
  const page = legalPages[new URL(args.request.url).pathname];
  if (!page) throw new Response(null, { status: 404 });
  const { html, company_name } = await perform(args, getLegalText, { text: page.text });
  return { title: page.title, html, company: company_name };
}

export const meta = titledBy<typeof loader>((data) => data.title);

export default function LegalPage() {
  const { title, html, company } = useLoaderData<typeof loader>();
  const { brand } = useRoot();
  return (
    <SoloCard title={title} wide>
      <Document title={company ?? brand.name} html={html} />
    </SoloCard>
  );
}
