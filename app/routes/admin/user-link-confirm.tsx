import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { linkChecksFields } from '#modules/admin/fields.ts';
import { linkChecksForm } from '#modules/admin/forms.ts';
import { linkProfiles, reviewLink } from '#modules/admin/index.ts';
import { formatCount, formatDate } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  Card,
  Checkbox,
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Facts,
  Form,
  GradeBadge,
  LinkButton,
  List,
  ListRow,
  RadioChoice,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Confirm the move');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(linkChecksFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.linkChecksForm));

export async function loader(args: LoaderFunctionArgs) {
  const { userid = '' } = args.params;
  const profiles = new URL(args.request.url).searchParams.getAll('profile');
  const answer = await attempt(args, reviewLink, { userid, newprofileids: profiles });
  // Without a check, or with one that does not exist, this page does not exist either.
  if (!answer.ok)
    throw leadsNowhere(answer.code) ? new Response(null, { status: 404 }) : errorPage(answer.refusal);
  const { transfer } = answer.output;
  if (!transfer) throw redirect(`/admin/user/${userid}#checks`);
  return { transfer, profiles };
}

export function action(args: ActionFunctionArgs) {
  const { userid = '' } = args.params;
  return submit(args, {
    form: linkChecksForm,
    operation: linkProfiles,
    input: ({ newprofileids, confirm_name, ...value }) => ({
      ...value,
      newprofileids: [...newprofileids],
      confirm_name: confirm_name ? 'YES' : 'NO',
      userid,
    }),
    done: ({ moved }) => {
      flash(
        args.context.visit,
        moved.length === 1
          ? 'The check was moved to this account'
          : `${formatCount(moved.length, 'check')} were moved to this account`,
      );
      return redirect(`/admin/user/${userid}#checks`);
    },
  });
}

type Transfer = NonNullable<OutputOf<typeof reviewLink>['transfer']>;
type Moved = Transfer['checks'][number];

/** Both people next to each other, what will be moved and what will stay, and a field for the reason (doc3 §1, §7). */
export default function UserLinkConfirm() {
  const { transfer } = useLoaderData<typeof loader>();
  const { profile } = useRecord();
  const result = useActionData<typeof action>();
  const { from, to, checks, obstacles } = transfer;
  const one = checks.length === 1;
  const record = `/admin/user/${profile.userid}`;
  return (
    <RouteDialog
      title={
        one
          ? 'Move this check to this account?'
          : `Move ${formatCount(checks.length, 'check')} to this account?`
      }
      closeTo={{ search: '', hash: '#checks' }}
      wide
    >
      <Form id="link" result={result} check={check} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          {obstacles.length > 0 ? (
            <Banner tone="bad" title={one ? 'This check can’t be moved' : 'These checks can’t be moved'}>
              {obstacles.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Banner>
          ) : null}
          <div className="cols">
            <Side title="From" side={from} />
            <Side title="To" side={to} />
          </div>
          <Checks transfer={transfer} record={record} />
          <Consequences transfer={transfer} />
          {obstacles.length === 0 ? <Decision transfer={transfer} /> : null}
        </DialogBody>
        <DialogFoot>
          {obstacles.length === 0 ? (
            <SubmitButton pending="Moving">{one ? 'Move the check' : 'Move the checks'}</SubmitButton>
          ) : null}
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}

function Side({ title, side }: { title: string; side: Transfer['from'] }) {
  return (
    <Card title={title}>
      <Facts
        facts={[
          ['Name', <b key="name">{side.name}</b>],
          ...(side.legalname && side.legalname !== side.name
            ? ([['Legal name', side.legalname]] as const)
            : []),
          [
            'Email',
            <span key="email" className="anywhere">
              {showEmailAddress(side.emailaddress)}
            </span>,
          ],
          ['Date of birth', side.dateofbirth ? formatDate(side.dateofbirth) : 'Not provided'],
          ['SSN', side.ssn ?? 'Not provided'],
          ['Address', side.address || 'Not provided'],
          ['Account', side.active ? 'Active' : 'Disabled'],
        ]}
      />
    </Card>
  );
}

function Checks({ transfer: { checks, others }, record }: { transfer: Transfer; record: string }) {
  const { profiles } = useLoaderData<typeof loader>();
  const more = others.filter(({ done, cra_profilenumber }) => done && cra_profilenumber);
  return (
    <>
      <h2 className="label">What moves</h2>
      <List label="Checks that move">
        {checks.map((moved) => (
          <ListRow key={moved.applicationid} title={moved.package_descrip} note={words(moved)}>
            {moved.icscore ? <GradeBadge grade={moved.icscore} expired={!moved.valid} /> : null}
            <input type="hidden" name={fields.newprofileids.name} value={moved.cra_profilenumber ?? ''} />
          </ListRow>
        ))}
        {more.map((other) => (
          <ListRow key={other.applicationid} title={other.package_descrip} note={`Stays: ${words(other)}`}>
            <LinkButton
              size="small"
              to={`${record}/link/confirm?${new URLSearchParams(
                [...profiles, other.cra_profilenumber ?? ''].map((number) => ['profile', number]),
              )}`}
              preventScrollReset
              aria-label={`Move profile ${other.cra_profilenumber} too`}
            >
              Move too
            </LinkButton>
          </ListRow>
        ))}
      </List>
    </>
  );
}

const words = ({ legalname, cra_name, cra_profilenumber, expiration_date, active, valid }: Moved) =>
  [
    legalname,
    `${cra_name}, profile ${cra_profilenumber}`,
    expiration_date ? `${valid ? 'valid through' : 'expired on'} ${formatDate(expiration_date)}` : null,
    active ? 'the active check there' : null,
  ]
    .filter(Boolean)
    .join(', ');

function Consequences({ transfer: { from, to, checks, shieldids } }: { transfer: Transfer }) {
  const ends = checks.some(({ active }) => active);
  return (
    <Facts
      facts={[
        [
          'Moves with it',
          'Application, order, report, score history, disputes, ID verification, and staff notes',
        ],
        [
          'ShieldID',
          shieldids.length > 0
            ? `${shieldids.join(', ')} moves with it`
            : 'Stays with the other checks. The moved check is found under this account’s ShieldID.',
        ],
        ['Stays', 'Payments and receipts, which belong to the account that paid, and who saw that account'],
        [
          'Lose access',
          ends
            ? namesOf(from.viewers, 'No one sees that score now')
            : 'No one: that account’s score doesn’t change',
        ],
        ['See this account', namesOf(to.viewers, 'No one yet')],
      ]}
    />
  );
}

const namesOf = (names: readonly string[], none: string) => (names.length > 0 ? names.join(', ') : none);

function Decision({ transfer }: { transfer: Transfer }) {
  const { checks, names_differ, has_valid_score, seen } = transfer;
  const choices = checks.filter(({ valid, icscore }) => valid && icscore);
  const first = has_valid_score ? '' : (choices[0]?.cra_profilenumber ?? '');
  return (
    <>
      <input type="hidden" name={fields.seen.name} value={seen} />
      <ChoiceGroup field={fields.active_profileid}>
        <RadioChoice
          field={fields.active_profileid}
          value=""
          label={has_valid_score ? 'Keep this account’s active check' : 'No moved check'}
          defaultChecked={first === ''}
        />
        {choices.map(({ cra_profilenumber: number, icscore, expiration_date: day }) => (
          <RadioChoice
            key={number}
            field={fields.active_profileid}
            value={number ?? ''}
            label={`The moved check: ${icscore}${day ? `, valid through ${formatDate(day)}` : ''}`}
            note={`Profile ${number}. Everyone who sees this account’s score sees it right away.`}
            defaultChecked={first === number}
          />
        ))}
      </ChoiceGroup>
      {names_differ ? (
        <Checkbox
          field={fields.confirm_name}
          label={fields.confirm_name.field.label}
          note="The names differ. Look at the ID or ask the person before you confirm."
        />
      ) : null}
      <TextArea
        field={fields.note}
        hint="Kept as a note with both people and in the audit log, with your name."
        rows={3}
      />
      <p className="muted">We’ll notify both accounts by email.</p>
    </>
  );
}
