import { inviteFields } from '#modules/network/fields.ts';
import type { search } from '#modules/network/index.ts';
import { daysUntil, formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Avatar,
  Banner,
  Card,
  Email,
  Facts,
  Form,
  GradeBadge,
  LinkButton,
  ShieldId,
  SubmitButton,
  VerifiedMark,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { searchIntents } from './search-intents.ts';

interface SearchResultProps {
  person: OutputOf<typeof search>['searchresults'][number];
  /** The search text. The invitation uses it too, so that it reveals no more than the search did. */
  searchterm: string;
  mayInvite: boolean;
  /** Whether an invitation may carry a coupon or ask for a check. */
  mayAdd: boolean;
  now: string | Date;
}

/** The address of the dialog that invites, with the search text filled in. */
export const inviteAddress = (searchterm: string) =>
  `/user/network/invite?${new URLSearchParams({ touser: searchterm })}`;

/** The person found by a search. The score is shown only if it is shared (doc1 §6). */
export function SearchResult({ person, searchterm, mayInvite, mayAdd, now }: SearchResultProps) {
  const name = `${person.firstname ?? ''} ${person.lastname ?? ''}`.trim();
  const { current_expiration: expiration } = person;
  const { timeZone } = useRoot();
  const lapsed = expiration !== null && daysUntil(expiration, new Date(now)) <= 0;
  return (
    <Card
      title={
        <span className="row row-tight">
          <Avatar
            firstname={person.firstname ?? '?'}
            lastname={person.lastname ?? ''}
            photo={person.profileimageurl}
          />
          {name || <Email value={searchterm} />}
        </span>
      }
      aside={
        person.has_current_verification ? (
          <VerifiedMark verified at={person.verified_dts} timeZone={timeZone} />
        ) : null
      }
      foot={
        <Invite
          person={person}
          searchterm={searchterm}
          mayInvite={mayInvite}
          mayAdd={mayAdd}
          name={name || searchterm}
        />
      }
    >
      {person.message ? <Banner tone="plain">{person.message}</Banner> : null}
      {person.shieldscore || person.certification_number ? (
        <Facts
          facts={[
            ...(person.shieldscore
              ? ([
                  ['ShieldScore', <GradeBadge key="grade" grade={person.shieldscore} expired={lapsed} />],
                ] as const)
              : []),
            ...(person.certification_number
              ? ([['ShieldID', <ShieldId key="id" value={person.certification_number} />]] as const)
              : []),
            ...(expiration
              ? ([
                  [
                    lapsed ? 'Expired' : 'Valid through',
                    <span key="expires" className={lapsed ? 'gone' : undefined}>
                      {formatDate(expiration)}
                    </span>,
                  ],
                ] as const)
              : []),
          ]}
        />
      ) : null}
    </Card>
  );
}

function Invite({
  person,
  searchterm,
  mayInvite,
  mayAdd,
  name,
}: Omit<SearchResultProps, 'now'> & { name: string }) {
  if (person.already_invited) {
    return (
      <>
        <span className="muted grow">Already invited or in your network.</span>
        <LinkButton to={`/user/network?q=${encodeURIComponent(person.certification_number ?? searchterm)}`}>
          Show in My Network
        </LinkButton>
      </>
    );
  }
  if (!mayInvite) {
    return <span className="muted">Your role in the team lets you search and view only.</span>;
  }
  return (
    <>
      {mayAdd ? <LinkButton to={inviteAddress(searchterm)}>Invite with coupon or check</LinkButton> : null}
      {person.share_status === 'PRIVATE' ? (
        <RequestAccess asked={person.access_requested} name={name} />
      ) : null}
      <Form id="invite-found" intent={searchIntents.invite} summary={false} className="row">
        <input
          type="hidden"
          name={bind(inviteFields).touser.name}
          value={person.firstname ? person.userid : searchterm}
        />
        <SubmitButton icon="plus" pending="Sending" aria-label={`Invite ${name}`}>
          Invite
        </SubmitButton>
      </Form>
    </>
  );
}

/** Shown next to the invitation, for people who want to see the score and nothing else (D84). */
function RequestAccess({ asked, name }: { asked: boolean | 'YES' | 'NO'; name: string }) {
  if (asked === true || asked === 'YES') return <span className="muted grow">Access requested</span>;
  return (
    <Form id="ask-access" intent={searchIntents.ask} summary={false} className="row">
      <SubmitButton kind="default" pending="Sending" aria-label={`Request access to the score of ${name}`}>
        Request access
      </SubmitButton>
    </Form>
  );
}
