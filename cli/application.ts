import { z } from 'zod';
import { listBackgroundChecks, resubmitApplication } from '#modules/admin/index.ts';
import { getApplication, verifyApplication } from '#modules/applications/index.ts';
import { exitCodes, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { perform, showing, withShape } from './showing.ts';
import { type Command, finding, printFields } from './terminal.ts';
import { printVerified, verified } from './verified.ts';

/**
 * `shield application verify ID`: compares an application's file, consent texts and signatures with their hashes in the
 * database and in the signing certificate. Exits with 1 if something differs.
 */
export const verify = withShape<{ id: string }>(verified, (terminal, { id, json }) =>
  withPortal(terminal, async (portal) => {
    const rows = await finding(`application ${id}`, verifyApplication(portal, id));
    if (!rows)
      throw new StartError(
        `The application ${id} has no file yet: it is made after it is submitted.`,
        exitCodes.failed,
      );
    return printVerified(terminal, { rows, json, good: 'The application is as it was signed.' });
  }),
);

const shown = listBackgroundChecks.output.shape.applications.element.extend({ userid: z.uuid() });

/** `shield application show ID`: its status, money and result, as in the person's record. */
export const show = showing<{ id: string }>()(
  shown,
  async (portal, { id }) => {
    const { account_id: userid } = await finding(
      `application ${id}`,
      portal.work('cli.find-application', (work) => getApplication(work, id)),
    );
    const { applications } = await perform(portal, listBackgroundChecks, { userid });
    const application = applications.find((each) => each.id === id);
    if (!application) throw new StartError(`There is no application ${id}.`, exitCodes.notFound);
    return { ...application, userid };
  },
  (terminal, each) =>
    printFields(terminal, {
      id: each.id,
      person: each.userid,
      package: each.package_descrip,
      agency: each.cra_name,
      profile: each.cra_profilenumber,
      status: each.composite_status,
      ordered: each.dts.toISOString(),
      score: each.icscore && `${each.icscore} until ${each.expiration_date}${each.active ? ', active' : ''}`,
      ShieldID: each.shieldid,
      price: dollars(each.amount),
      paid: dollars(each.paid_amount),
      refunded: `${dollars(each.refunded_amount)}${each.refund_open ? ', a refund is under way' : ''}`,
      disputed: each.disputed_amount > 0 ? dollars(each.disputed_amount) : null,
      transactions: each.stripe_transactions
        .map(({ id, type, amount }) => `${type.toLowerCase()} ${dollars(amount)} ${id}`)
        .join(', '),
    }),
);

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** `shield application resubmit ID`: sends it to the agency again, after the job failed for good. */
export const resubmit: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(
    terminal,
    async (portal) => {
      await finding(
        `application ${id} that waits to be sent to the agency`,
        perform(portal, resubmitApplication, { applicationid: id }),
      );
      terminal.out(`The worker sends ${id} to the agency again.`);
      return exitCodes.ok;
    },
    { aboutPerson: true },
  );
