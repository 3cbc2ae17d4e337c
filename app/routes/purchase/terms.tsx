import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getBranding } from '#modules/enterprise/index.ts';
import { Document, SoloCard } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Purchase Terms & Conditions');

/** The purchase terms, for everybody (doc1 §2). */
export async function loader(args: LoaderFunctionArgs) {
  const { branding } = await perform(args, getBranding, {});
  return { html: branding.credit_card_terms, company: branding.company_name };
}

export default function PurchaseTerms() {
  const { html, company } = useLoaderData<typeof loader>();
  return (
    <SoloCard title="Purchase Terms & Conditions">
      <Document title={company} meta={[]} html={html} />
    </SoloCard>
  );
}
