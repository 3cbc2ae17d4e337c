import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getBranding } from '#modules/enterprise/index.ts';
import { Document, SoloCard } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { legalPages } from './legal-pages.ts';

/** The pages linked in the footer, for everyone, signed in or not. */
export async function loader(args: LoaderFunctionArgs) {
  const page = legalPages[new URL(args.request.url).pathname];
  if (!page) throw new Response(null, { status: 404 });
  const { branding } = await perform(args, getBranding, {});
  const html = page.paragraphs ? null : branding.company_terms_conditions;
  return { ...page, html, company: branding.company_name };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title} - ShieldHub` }];

export default function LegalPage() {
  const { title, paragraphs, html, company } = useLoaderData<typeof loader>();
  return (
    <SoloCard title={title} wide>
      {html === null ? (
        <Document title={company}>
          {paragraphs?.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Document>
      ) : (
        <Document title={company} html={html} />
      )}
    </SoloCard>
  );
}
