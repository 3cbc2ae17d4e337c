import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findChecksToLink } from '#modules/admin/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import {
  cleanTerm,
  isLongEnough,
  longestTerm,
  readSearchTerm,
  SHORTEST_SEARCH,
} from '#modules/platform/fields/search.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Banner,
  DialogBody,
  DialogFoot,
  EmptyState,
  LinkButton,
  List,
  ListRow,
  RouteDialog,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { SearchBox } from './tools-search.tsx';
import { useRecord } from './use-record.ts';

export const meta = titled('Link a check');

export async function loader(args: LoaderFunctionArgs) {
  const searchvalue = cleanTerm(new URL(args.request.url).searchParams.get('searchvalue') ?? '').slice(
    0,
    longestTerm,
  );
  const { results, total } = await perform(args, findChecksToLink, {
    userid: args.params.userid ?? '',
    searchvalue: isLongEnough(readSearchTerm(searchvalue)) ? searchvalue : '',
  });
  return { searchvalue, results, total };
}

type Found = OutputOf<typeof findChecksToLink>['results'][number];

/** Finds a check that belongs to this person but was made under another account (doc3 §3, §7). */
export default function UserLinkCheck() {
  const { searchvalue, results, total } = useLoaderData<typeof loader>();
  const { profile } = useRecord();
  const searched = isLongEnough(readSearchTerm(searchvalue));
  return (
    <RouteDialog title="Link a check" closeTo={{ search: '', hash: '#checks' }} wide>
      <DialogBody>
        <p>
          Find a finished check of {profile.firstname} {profile.lastname} that was made under another account.
          You’ll see both accounts before anything moves.
        </p>
        <SearchBox name="searchvalue" label="Search background checks" value={searchvalue} />
        {searchvalue && !searched ? (
          <Banner tone="warn" live="alert">
            Type at least {SHORTEST_SEARCH} characters to search.
          </Banner>
        ) : null}
        {results.length > 0 ? (
          <List label="Background checks found">
            {results.map((check) => (
              <FoundCheck key={check.id} check={check} userid={profile.userid} />
            ))}
          </List>
        ) : searched ? (
          <EmptyState icon="search" title="No check found">
            No background check matches “{searched}”. Try another part of the number or name.
          </EmptyState>
        ) : null}
        {total > results.length ? (
          <p className="small muted">There are more. Type more of the number, name, or email.</p>
        ) : null}
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}

function FoundCheck({ check, userid }: { check: Found; userid: string }) {
  const name = [check.legalfirstname, check.legalmiddlename, check.legallastname].filter(Boolean).join(' ');
  const why = whyNotLinked(check, userid);
  return (
    <ListRow
      title={name}
      note={
        <>
          <span className="anywhere">{showEmailAddress(check.user_emailaddress)}</span>
          <br />
          {[
            check.package_descrip,
            check.cra_profilenumber ? `profile ${check.cra_profilenumber}` : null,
            check.completed_date ? `completed ${formatDate(check.completed_date)}` : null,
          ]
            .filter(Boolean)
            .join(', ')}
        </>
      }
    >
      {why ? (
        <Badge>{why}</Badge>
      ) : (
        <LinkButton
          size="small"
          to={`/admin/user/${userid}/link/confirm?profile=${encodeURIComponent(check.cra_profilenumber ?? '')}`}
          preventScrollReset
          aria-label={`Choose the check of ${name}, profile ${check.cra_profilenumber}`}
        >
          Choose
        </LinkButton>
      )}
    </ListRow>
  );
}

/** The reason why a check cannot be chosen; null if it can. */
function whyNotLinked(check: Found, userid: string): string | null {
  if (check.userid === userid) return 'In this account';
  return check.composite_status_code === 'done' && check.cra_profilenumber ? null : check.composite_status;
}
