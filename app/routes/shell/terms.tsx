import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getHostTerms } from '#modules/enterprise/index.ts';
import { SoloCard } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titledBy } from '../../title.ts';
import { TermsDocuments } from './terms-documents.tsx';

const pages = {
  '/paymentterms': { terms: 'purchase', title: 'Purchase Terms & Conditions' },
  '/scoreterms': { terms: 'score', title: 'ShieldScore terms' },
} as const;
const termsOfUse = { terms: 'use', title: 'Terms' } as const;

/** The terms of use, of purchase and of the score, for everybody: the portal's, and the company's on its host (D90). */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const { terms, title } =
    Object.entries(pages).find(([path]) => pathname.startsWith(path))?.[1] ?? termsOfUse;
  const { documents } = await perform(args, getHostTerms, { terms });
  return { title, documents };
}

export const meta = titledBy<typeof loader>((data) => data.title);

export default function Terms() {
  const { title, documents } = useLoaderData<typeof loader>();
  return (
    <SoloCard title={title} wide>
      <TermsDocuments documents={documents} />
    </SoloCard>
  );
}
