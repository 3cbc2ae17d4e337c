import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { inviteCompanyFields } from '#modules/network/fields.ts';
import { inviteCompanyForm } from '#modules/network/forms.ts';
import {
  getNetworkInviteUrl,
  isShieldLinkTerm,
  newInvite,
  searchShieldLink,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { sentWords } from '#modules/network/statuses.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { cleanTerm, longestTerm } from '#modules/platform/fields/search.ts';
import { submit } from '../../action.server.ts';
import {
  Avatar,
  Badge,
  Button,
  DialogBody,
  DialogFoot,
  Form,
  Icon,
  type IconName,
  RouteDialog,
  ShieldId,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { attempt, callerOf, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

const invitation = bind(inviteCompanyFields);

export const meta = titled('ShieldLink Invite Company');

/** Only for a company that has ShieldLink (doc1 §2). */
export async function loader(args: LoaderFunctionArgs) {
  await perform(args, getNetworkInviteUrl, {});
  const { facts } = (await callerOf(args)) ?? {};
  if (!facts?.shieldlink_enabled) throw redirect('/user/network');
  const query = new URL(args.request.url).searchParams;
  const touser = cleanTerm(query.get('touser') ?? '').slice(0, longestTerm);
  const own = { shieldlinkid: facts.shieldlinkid ?? '', company: facts.company_name ?? '', touser };
  if (!isShieldLinkTerm(touser)) return { ...own, found: null, refused: null };
  const searched = await attempt(args, searchShieldLink, { searchterm: touser });
  if (!searched.ok) return { ...own, found: null, refused: searched.refusal.text };
  return { ...own, found: searched.output.searchresults[0] ?? null, refused: null };
}

export function action(args: LoaderFunctionArgs) {
  return submit(args, {
    form: inviteCompanyForm,
    operation: newInvite,
    input: ({ touser }) => ({ touser, connectiontype: 'FULLNETWORK' as const }),
    done: ({ already_invited, error_message, mail_withheld }, value) => {
      if (already_invited) {
        const answer = {
          status: 'error' as const,
          initialValue: value,
          error: { touser: [error_message ?? ''] },
        };
        return data(answer, { status: 409 });
      }
      flash(args.context.visit, sentWords({ ignored: false, mail_withheld }));
      return redirect('/user/network');
    },
  });
}

/**
 * Asks a company to share its network. The company is first looked up by its ShieldLink ID, to be sure that it is the
 * right one.
 */
export default function InviteShieldLink() {
  const { shieldlinkid, company, touser, found, refused } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="ShieldLink Invite Company">
      <Form
        key={touser}
        id="invitecompany"
        result={result ?? refusedField(touser, refused)}
        defaults={{ touser }}
        className="dialog-form"
      >
        <DialogBody>
          <p className="muted">Ask a company to share its network with {company}.</p>
          <TextInput
            field={invitation.touser}
            hint={
              <>
                Yours is <ShieldId value={shieldlinkid} />.
              </>
            }
            enterKeyHint="send"
          />
          <div>
            <Button type="submit" formMethod="get" formAction="/user/network/inviteshieldlink">
              Search
            </Button>
          </div>
          {found ? (
            <div className="found" role="status">
              <Avatar firstname={found.company_name} lastname="" />
              <span>
                <b>{found.company_name}</b>
                <span className="small muted">
                  <ShieldId value={found.network_shieldlink_id} />
                </span>
              </span>
              <Badge tone="ok" icon="check">
                Found
              </Badge>
            </div>
          ) : null}
          <Bullets
            bullets={[
              ['eye', 'You’ll see names and scores, not emails or ShieldIDs.'],
              ['users', 'We’ll tell the people in its network, and each of them can stop sharing with you.'],
              [
                'clock',
                `The invitation expires after ${formatDuration(networkTimings['invitations.lifetime'])}.`,
              ],
            ]}
          />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send invitation</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}

/** If the lookup found nothing, this is shown at the field, as for a refused invitation. */
function refusedField(touser: string, refused: string | null) {
  if (refused === null) return undefined;
  return { status: 'error' as const, initialValue: { touser }, error: { touser: [refused] } };
}

function Bullets({ bullets }: { bullets: readonly (readonly [IconName, string])[] }) {
  return (
    <ul className="bullets small">
      {bullets.map(([icon, words]) => (
        <li key={words}>
          <Icon name={icon} />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
