import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getKeyOwner, listApiKeys } from '#modules/enterprise/index.ts';
import { LinkButton } from '../../components/index.ts';
import { isAllowed, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { DevelopersPage } from './developers-page.tsx';
import { KeysCard } from './keys-card.tsx';
import { OwnerOnly } from './owner-only.tsx';

export const meta = titled('Developers');

export async function loader(args: LoaderFunctionArgs) {
  if (!(await isAllowed(args, listApiKeys))) return { keys: null, ...(await perform(args, getKeyOwner, {})) };
  return { ...(await perform(args, listApiKeys, {})), owner: null };
}

/** The keys of a company for /api/v1 (D134). Only the owner sees them. */
export default function Developers() {
  const { keys, owner } = useLoaderData<typeof loader>();
  if (!keys) return <OwnerOnly owner={owner} />;
  return (
    <DevelopersPage
      tab="API keys"
      actions={
        <LinkButton icon="plus" kind="primary" to="/user/developers/new" preventScrollReset>
          New key
        </LinkButton>
      }
    >
      <KeysCard keys={keys} />
    </DevelopersPage>
  );
}
