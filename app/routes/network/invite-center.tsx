import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { approvalProofForm } from '#modules/applications/forms.ts';
import { centerFields, centerIgnoreFields, centerOffFields } from '#modules/network/fields.ts';
import { centerForm, centerIgnoreForm, centerOffForm } from '#modules/network/forms.ts';
import {
  acceptPendingInvitations,
  ignorePendingInvitation,
  listPendingInvites,
  provePendingInvites,
  turnOffPendingPreferences,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { intents, submit } from '../../action.server.ts';
import { rowAnchor } from '../../components/grid/page.ts';
import {
  Banner,
  Card,
  checkedBy,
  Form,
  LinkButton,
  List,
  ListRow,
  SoloCard,
  SubmitButton,
  Switch,
} from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere, leave } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { preferenceNotes } from '../privacy/preference-notes.tsx';
import { ProofForm } from '../score/proof-form.tsx';
import { useRoot } from '../shell/use-root.ts';
import { centerIntents } from './center-intents.ts';
import { CenterTable } from './center-table.tsx';
import { LeaveCenter } from './leave-center.tsx';

export const meta = titled('Invite Center');
export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' });

/** Also after a refusal, because the invitation may have been withdrawn and must no longer be listed. */
export const shouldRevalidate = () => true;

const fields = bind(centerFields);
const ignoring = bind(centerIgnoreFields);
const turning = bind(centerOffFields);
const check = checkedBy(() => import('#modules/network/forms.ts').then((forms) => forms.centerForm));

const codeOf = ({ params }: LoaderFunctionArgs | ActionFunctionArgs) => params.invitecode ?? '';
const pathOf = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  `/pendinginvites/${encodeURIComponent(codeOf(args))}`;

/** An invalid code gets the same answer as the code of a person without invitations (doc1 §8). */
export async function loader(args: LoaderFunctionArgs) {
  const now = args.context.portal.clock.now();
  const found = await attempt(args, listPendingInvites, { invitecode: codeOf(args) });
  const asked = new URL(args.request.url).searchParams;
  const shown = { now, accepting: asked.has('accept') };
  if (found.ok) {
    const toIgnore = found.output.invites.find(({ id }) => id === asked.get('ignore')) ?? null;
    return data({ ...found.output, ...shown, toIgnore });
  }
  if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
  const nothing = { invites: [], profile: null, proof_needed: false, toIgnore: null };
  return data({ ...nothing, ...shown }, { status: 404 });
}

function back(args: ActionFunctionArgs, said: string) {
  flash(args.context.visit, said);
  return redirect(pathOf(args));
}

export const action = intents(centerIntents, {
  proof: (args) =>
    submit(args, {
      form: approvalProofForm,
      operation: provePendingInvites,
      input: (value) => ({ ...value, invitecode: codeOf(args) }),
      refused: { 'applications.proofs-used-up': () => pathOf(args) },
      done: () => redirect(pathOf(args)),
    }),
  accept: (args) =>
    submit(args, {
      form: centerForm,
      operation: acceptPendingInvitations,
      input: ({ invites, ...profile }) => ({ invitecode: codeOf(args), invites, profile }),
      refused: { 'network.center-proof-needed': () => pathOf(args) },
      done: (answered) => data({ answered }),
    }),
  ignore: (args) =>
    submit(args, {
      form: centerIgnoreForm,
      operation: ignorePendingInvitation,
      input: ({ inviteid }) => ({ invitecode: codeOf(args), inviteid }),
      done: () => back(args, networkTexts['center.ignored']),
      otherwise: ({ text }) => {
        throw leave(args, text, pathOf(args));
      },
    }),
  off: (args) =>
    submit(args, {
      form: centerOffForm,
      operation: turnOffPendingPreferences,
      input: ({ preference }) => ({ invitecode: codeOf(args), preference }),
      done: () => back(args, networkTexts['center.turned-off']),
      otherwise: ({ text }) => {
        throw leave(args, text, pathOf(args));
      },
    }),
});

/** The open invitations of the person to whom the link was mailed (doc1 §2). */
export default function InviteCenter() {
  const { invites, profile, proof_needed, now, accepting, toIgnore } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { pathname } = useLocation();
  if (result && 'answered' in result) return <Answered {...result.answered} />;
  if (invites.length === 0) {
    return (
      <SoloCard
        title={networkTexts['center.empty']}
        lead="There are no open invitations for this link, or it has expired. Log in to see your invitations on your home page."
      >
        <LeaveCenter />
      </SoloCard>
    );
  }
  const context = { timeZone, now };
  if (toIgnore) return <IgnoreOne {...toIgnore} back={pathname} />;
  if (proof_needed || profile === null) {
    const login = `/login?${new URLSearchParams({ next: pathname })}`;
    const purchase = `/login?${new URLSearchParams({ next: '/user/purchase' })}`;
    return (
      <SoloCard title="Invite Center" lead="These people ask you to share your ShieldScore." wide>
        <Card padded={false}>
          <CenterTable invites={invites} context={context} choose={false} />
        </Card>
        {accepting ? (
          <Card
            title="Confirm that it’s you"
            note="An email can be forwarded, so only you can accept invitations."
          >
            <ProofForm id="center-proof" intent={centerIntents.proof} result={result} />
            <p className="small">
              Or <Link to={login}>log in</Link> to answer them.
            </p>
            <p className="small">
              No ShieldScore yet? <Link to={purchase}>Log in or join, and buy a background check</Link> first.
            </p>
          </Card>
        ) : (
          <div className="actions">
            <LinkButton kind="primary" size="large" to="?accept" preventScrollReset>
              Accept invitations
            </LinkButton>
          </div>
        )}
        <Card
          title="Network preferences"
          note="You can turn these off here. To turn them on, accept an invitation or log in."
          padded={false}
        >
          <List>
            <TurnOff preference="network_autoacceptinvite" />
            <TurnOff preference="network_searchresults" />
          </List>
        </Card>
      </SoloCard>
    );
  }
  const obstacle = invites.find(({ terms }) => terms?.connectiontype === 'INDIVIDUAL')?.terms?.obstacle;
  return (
    <SoloCard
      title="Invite Center"
      lead="Choose whose invitations to accept. You can stop sharing at any time under Shared with Others."
      wide
    >
      {obstacle ? (
        <Banner
          tone="warn"
          action={
            <LinkButton kind="primary" size="small" to="/user/purchase">
              Background check
            </LinkButton>
          }
        >
          {obstacle}
        </Banner>
      ) : null}
      <Form
        id="center"
        intent={centerIntents.accept}
        result={result}
        defaults={profile}
        check={check}
        untilValid
        className="stack stack-24"
        idOf={(name) => (name.startsWith('invites.') ? rowAnchor(name.slice('invites.'.length)) : undefined)}
      >
        <Card padded={false}>
          <CenterTable invites={invites} context={context} choose />
        </Card>
        <Card title="Network preferences">
          <Switch field={fields.network_autoacceptinvite} note={preferenceNotes.network_autoacceptinvite} />
          <Switch field={fields.network_searchresults} note={preferenceNotes.network_searchresults} />
        </Card>
        <div className="actions">
          <SubmitButton size="large" pending="Accepting">
            Accept All Selected Invitations
          </SubmitButton>
        </div>
      </Form>
    </SoloCard>
  );
}

/** The result for each invitation that was chosen. */
function Answered({ accepted, refused }: OutputOf<typeof acceptPendingInvitations>) {
  return (
    <SoloCard title={networkTexts['center.done']}>
      <Card padded={false}>
        <List>
          {accepted.map(({ inviteid, name }) => (
            <ListRow key={inviteid} title={name} note="Accepted" />
          ))}
          {refused.map(({ inviteid, name, error_message }) => (
            <ListRow key={inviteid} title={name} note={`Not accepted. ${error_message}`} />
          ))}
        </List>
      </Card>
      <LeaveCenter />
    </SoloCard>
  );
}

/** Asks before an invitation is ignored, which needs no proof (D119). */
function IgnoreOne({
  id,
  businessname,
  firstname,
  lastname,
  back,
}: {
  id: string;
  businessname: string;
  firstname: string;
  lastname: string;
  back: string;
}) {
  const network = businessname || `${firstname} ${lastname}`;
  return (
    <SoloCard
      title="Ignore this invitation?"
      lead={
        <>
          The invitation from <b>{network}</b> will be removed from your list. You can’t undo this here, and
          we won’t email you invitations from them again. To accept later, use the link in their email or ask
          them for it.
        </>
      }
    >
      <Form id="center-ignore" intent={centerIntents.ignore} summary={false}>
        <input type="hidden" name={ignoring.inviteid.name} value={id} />
        <div className="actions">
          <SubmitButton kind="danger" size="large">
            Ignore invitation
          </SubmitButton>
          <LinkButton kind="quiet" size="large" to={back}>
            Nevermind
          </LinkButton>
        </div>
      </Form>
    </SoloCard>
  );
}

/** Turns a preference off, whether or not it is on: the reader does not learn which. */
function TurnOff({ preference }: { preference: 'network_autoacceptinvite' | 'network_searchresults' }) {
  const { label } = fields[preference].field;
  return (
    <ListRow title={label} note={preferenceNotes[preference]}>
      <Form id={`off-${preference}`} intent={centerIntents.off} summary={false}>
        <input type="hidden" name={turning.preference.name} value={preference} />
        <SubmitButton kind="default" size="small" aria-label={`Turn off ${label}`}>
          Turn off
        </SubmitButton>
      </Form>
    </ListRow>
  );
}
