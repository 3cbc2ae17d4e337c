import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { inviteForm } from '#modules/network/forms.ts';
import {
  getPaymentOptions,
  getSearchAllowance,
  isShieldLinkTerm,
  newInvite,
  requestAccess,
  search,
  searchShieldLink,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { sentWords } from '#modules/network/statuses.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { cleanTerm, longestTerm } from '#modules/platform/fields/search.ts';
import { intents, submit } from '../../action.server.ts';
import { Card, LinkButton, Page, RefusalBanner } from '../../components/index.ts';
import { attempt, isAllowed, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { CompanyResult } from './company-result.tsx';
import { SearchForm } from './search-form.tsx';
import { searchIntents } from './search-intents.ts';
import { inviteAddress, SearchResult } from './search-result.tsx';

export const meta = titled('Search ShieldID');

export async function loader(args: LoaderFunctionArgs) {
  const { portal } = args.context;
  const searchterm = searchTermOf(args);
  const allowance = await perform(args, getSearchAllowance, {});
  const mayInvite = await isAllowed(args, newInvite);
  const caller = await args.context.visit.caller();
  const page = {
    searchterm,
    mayInvite,
    mayInviteCompany: mayInvite && caller?.facts.shieldlink_enabled === true,
    now: portal.clock.now(),
  };
  const nothing = { ...page, ...allowance, mayAdd: false, found: null, company: null, refused: null };
  if (searchterm === '') return nothing;
  // A search without a result is not an error page.
  if (isShieldLinkTerm(searchterm)) {
    const searched = await attempt(args, searchShieldLink, { searchterm });
    if (searched.ok) return { ...nothing, company: searched.output.searchresults[0] ?? null };
    const { code, refusal } = searched;
    return { ...nothing, refused: { text: refusal.text, own: code === 'network.own-id', unknown: false } };
  }
  const searched = await attempt(args, search, { searchterm });
  if (!searched.ok) {
    const { code, refusal } = searched;
    const unknown = code === 'network.shieldid-not-found' && searchterm.includes('@') && page.mayInvite;
    return { ...nothing, refused: { text: refusal.text, own: code === 'network.own-id', unknown } };
  }
  const found = searched.output;
  const options = page.mayInvite ? await perform(args, getPaymentOptions, {}) : null;
  const mayAdd = options !== null && options.code_types.length + options.packages.length > 0;
  return { ...nothing, mayAdd, left: found.freesearchesleft, found };
}

export const action = intents(searchIntents, {
  invite: (args) =>
    submit(args, {
      form: inviteForm,
      operation: newInvite,
      input: (value) => value,
      done: ({ already_invited, error_message, connectionstatus, mail_withheld }) => {
        if (already_invited) {
          return data({ status: 'error' as const, error: { '': [error_message ?? ''] } }, { status: 409 });
        }
        return backToResult(args, sentWords({ ignored: connectionstatus === 'INVITEIGNORE', mail_withheld }));
      },
    }),
  ask: (args) =>
    submit(args, {
      form: buttonForm,
      operation: requestAccess,
      input: () => ({ searchterm: searchTermOf(args) }),
      done: () => backToResult(args, networkTexts['search.access-requested']),
    }),
});

function backToResult(args: ActionFunctionArgs, message: string) {
  flash(args.context.visit, message);
  return redirect(`/user/search${new URL(args.request.url).search}`);
}

const searchTermOf = ({ request }: Pick<ActionFunctionArgs, 'request'>) =>
  cleanTerm(new URL(request.url).searchParams.get('searchterm') ?? '').slice(0, longestTerm);

/** Looks up one person by ShieldID or email address, or a company by its ShieldLink ID, and offers to invite them. */
export default function Search() {
  const { searchterm, found, company, refused, left, limit, mayInvite, mayInviteCompany, mayAdd, now } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      narrow
      title="Search ShieldID"
      lead={
        left === null
          ? undefined
          : `${left} of ${limit} free searches left in ${formatDuration(networkTimings['search.free-window'])}.`
      }
    >
      <Card>
        <SearchForm label="ShieldID, ShieldLink ID or email" searchterm={searchterm} />
      </Card>
      <RefusalBanner
        text={refused?.text}
        tone={refused?.own ? 'warn' : 'bad'}
        action={
          refused?.unknown ? (
            <LinkButton size="small" to={inviteAddress(searchterm)}>
              Invite this address
            </LinkButton>
          ) : null
        }
      />
      <RefusalBanner result={result} />
      {found?.searchresults.map((person) => (
        <SearchResult
          key={person.userid}
          person={person}
          searchterm={searchterm}
          mayInvite={mayInvite}
          mayAdd={mayAdd}
          now={now}
        />
      ))}
      {company ? <CompanyResult company={company} mayInvite={mayInviteCompany} /> : null}
    </Page>
  );
}
