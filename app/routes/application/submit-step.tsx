import { Link } from '@remix-run/react';
import { formatDate } from '#modules/platform/browser.ts';
import { stateName } from '#modules/platform/fields/states.ts';
import { AutoSaveStatus, Banner, Card, Facts, Form, SubmitButton } from '../../components/index.ts';
import { type TextUpdates, TextUpdatesCard } from '../privacy/text-updates-card.tsx';
import { BackLink } from './back-link.tsx';
import type { ProfileData, StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

interface SubmitStepProps {
  page: Pick<StepData, 'application' | 'steps' | 'jurisdiction_list' | 'uncovered_states'>;
  profile: ProfileData;
  texts: TextUpdates | null;
  back: string | null;
  /** When the application was last saved. */
  saved: string | null;
  search: string;
  result: unknown;
}

/** A summary of all answers, before submission. */
export function SubmitStep({ page, profile, texts, back, saved, search, result }: SubmitStepProps) {
  const { application } = page;
  const edit = (key: StepData['steps'][number]['step_key']) => {
    const step = page.steps.find((each) => each.step_key === key);
    if (!step) return null;
    return (
      <Link className="small" to={`/user/application/${step.esign_step_number}${search}`}>
        Change<span className="sr"> {step.title}</span>
      </Link>
    );
  };
  const chosen = page.jurisdiction_list.filter((each) => each.selected).map((each) => each.description);
  const unlisted = unlistedPlaces(page, profile);
  return (
    <>
      {page.uncovered_states.length > 0 ? (
        <Banner tone="warn" title={`Your check does not cover ${namesOf(page.uncovered_states)}.`}>
          You listed {namesOf(page.uncovered_states)}, but {application.package} does not include the searches
          required there. Correct your answers, or <Link to="/support">contact support</Link> before you
          submit.
        </Banner>
      ) : null}
      {unlisted.length > 0 ? (
        <Banner tone="warn" title="Please check your jurisdictions.">
          You entered an address in {unlisted.join(' and ')}, but did not select it under Jurisdictions.
        </Banner>
      ) : null}
      <Card title="About you" aside={edit('name')}>
        <Facts
          facts={[
            ['Name', fullName(profile)],
            ...legalNameFacts(profile),
            ['Other names', profile.aliases.map(fullName).join('; ') || 'None'],
            ['Social Security number', profile.ssn ?? ''],
            ['Date of birth', profile.dateofbirth ? formatDate(profile.dateofbirth) : ''],
          ]}
        />
      </Card>
      <Card title="Addresses" aside={edit('address')}>
        <Facts
          facts={[
            ['Current', oneLine(profile)],
            ...profile.previous_addresses.map(
              (address, at) => [`Previous${at > 0 ? ` (${at + 1})` : ''}`, oneLine(address)] as const,
            ),
          ]}
        />
      </Card>
      <Card title="Jurisdictions" aside={edit('jurisdictions')}>
        <p>{chosen.join(', ') || 'None of the above'}</p>
      </Card>
      {texts ? <TextUpdatesCard texts={texts} intents={stepIntents} result={result} /> : null}
      <p className="muted">
        {application.provider} receives this and runs the check. You see the result first: no one else sees it
        until you activate it. After you submit, you can’t change anything here.
      </p>
      <Form id="submit" intent={stepIntents.submit} result={result} className="stack">
        <div className="actions actions-apart">
          <SubmitButton size="large" pending="Submitting">
            Submit my application
          </SubmitButton>
          <BackLink to={back} />
          <AutoSaveStatus state={saved ? 'saved' : 'idle'} when={saved} />
        </div>
      </Form>
    </>
  );
}

/** Places where the applicant lived that have their own rules and that the applicant did not check. */
function unlistedPlaces(page: Pick<StepData, 'jurisdiction_list'>, profile: ProfileData): string[] {
  const lived = new Set([profile.state, ...profile.previous_addresses.map(({ state }) => state)]);
  return page.jurisdiction_list
    .filter(({ abbr, selected }) => lived.has(abbr) && !selected)
    .map(({ description }) => description);
}

function namesOf(codes: readonly string[]): string {
  return codes.map(stateName).join(' and ');
}

function fullName(name: {
  firstname: string;
  middlename: string;
  lastname: string;
  namesuffix?: string;
}): string {
  return [name.firstname, name.middlename, name.lastname, name.namesuffix].filter(Boolean).join(' ');
}

function oneLine(address: ProfileData['previous_addresses'][number]): string {
  const street = [address.address1, address.address2].filter(Boolean).join(', ');
  return `${street}, ${address.city}, ${address.state} ${address.postalcode}`;
}

/** The name that the check is made for, if the name on the ID differs from the one that the person entered (D98). */
function legalNameFacts(profile: ProfileData) {
  const { legal_name: legal } = profile;
  if (!legal || legal.name === fullName(profile)) return [];
  const source = legal.source === 'staff' ? 'corrected by our staff' : 'from your ID';
  return [['Legal name', `${legal.name} (${source})`] as const];
}
