import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getHostTerms } from '#modules/enterprise/index.ts';
import { SoloCard } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titledBy } from '../../title.ts';
import { TermsDocuments } from './terms-documents.tsx';

/** The terms of use and the purchase terms, for everybody: the portal's, and the company's on its host (D90). */
export async function loader(args: LoaderFunctionArgs) {
  const purchase = new URL(args.request.url).pathname.startsWith('/paymentterms');
  const { documents } = await perform(args, getHostTerms, { terms: purchase ? 'purchase' : 'use' });
  return { title: purchase ? 'Purchase Terms & Conditions' : 'Terms', documents };
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
