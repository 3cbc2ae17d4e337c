import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getNetworkManagement, saveEnterpriseProfile } from '#modules/admin/index.ts';
import { formatCount, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  Icon,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { companyIdOf } from './company-id.server.ts';

export const meta = titled('Turn off ShieldLink');

export async function loader(args: LoaderFunctionArgs) {
  return perform(args, getNetworkManagement, { companyid: await companyIdOf(args) });
}

export async function action(args: ActionFunctionArgs) {
  const companyid = await companyIdOf(args);
  return submit(args, {
    form: buttonForm,
    operation: saveEnterpriseProfile,
    input: () => ({ companyid, shieldlink_enabled: 'NO' as const }),
    done: () => {
      flash(args.context.visit, 'ShieldLink turned off');
      return redirect(`/admin/user/${args.params.userid}/enterprise#network`);
    },
  });
}

const companies = (count: number) => formatCount(count, 'company', 'companies', NUMBERED_ROWS);
const people = (count: number) => formatCount(count, 'person', 'people', NUMBERED_ROWS);
const invitations = (count: number) =>
  formatCount(count, 'open invitation', 'open invitations', NUMBERED_ROWS);

/** Before ShieldLink is turned off, lists what that will end. */
export default function TurnOffShieldLink() {
  const { company_name, switches, network } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { clients, sources } = network;
  const off = !switches.shieldlink_enabled;
  const endings = [
    clients.total > 0
      ? `${companies(clients.total)} can see ${company_name}’s network (${people(network.people)}).`
      : null,
    sources.total > 0
      ? `${company_name} sees the networks of ${companies(sources.total)} (${people(network.seen)}).`
      : null,
    network.open > 0 ? `${invitations(network.open)} by ShieldLink.` : null,
  ].filter((ending) => ending !== null);
  return (
    <RouteDialog title="Turn off ShieldLink?">
      <Form id="shieldlink-off" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          {off ? (
            <p>ShieldLink is already off for {company_name}.</p>
          ) : endings.length === 0 ? (
            <p>{company_name} has no connections or invitations by ShieldLink. Nothing ends.</p>
          ) : (
            <>
              <p>This ends immediately:</p>
              <ul className="bullets">
                {endings.map((ending) => (
                  <li key={ending}>
                    <Icon name="stop" />
                    <span>{ending}</span>
                  </li>
                ))}
              </ul>
              <p className="muted">
                We’ll email the owners of the companies. History and the record of past views are kept.
                Turning ShieldLink on again restores nothing: companies have to be invited again.
              </p>
            </>
          )}
        </DialogBody>
        <DialogFoot>
          {off ? null : (
            <SubmitButton kind="danger" pending="Turning off">
              Turn off ShieldLink
            </SubmitButton>
          )}
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
