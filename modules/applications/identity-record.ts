import { z } from 'zod';
import { getPerson } from '#modules/identity/index.ts';
import { operation, type Portal, staff } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { CraFailed, craPort, type IdentityRecord } from './cra/port.ts';
import { Refusal } from './refusals.ts';

/** What the agencies have on record about a person's identity, requested at this moment (D47). */
export const readIdentityRecord = operation({
  name: 'applications.read-identity-record',
  summary: "The agencies' identity records of a person, read-only.",
  access: staff,
  kind: 'staged',
  input: z.object({ userid: z.uuid() }),
  output: z.object({
    records: z.array(
      z.object({
        provider: z.string(),
        profilenumber: z.string(),
        checked_dts: z.date(),
        result: z.string(),
      }),
    ),
  }),
  async run(work, { userid }) {
    await getPerson(work, userid);
    const orders = await work.db
      .selectFrom('cra_order')
      .innerJoin('application', 'application.id', 'cra_order.application_id')
      .innerJoin('screening_provider as provider', 'provider.craid', 'cra_order.craid')
      .select(['cra_order.craid', 'cra_order.profile_number', 'provider.name'])
      .where('application.account_id', '=', userid)
      .where('cra_order.profile_number', 'is not', null)
      .orderBy('cra_order.created_at', 'desc')
      .limit(20)
      .execute();
    await work.apart((inside) =>
      inside.audit({ action: applicationsAudit.identityRecordRead, about: userid }),
    );
    const found = await Promise.all(
      orders.map(async ({ craid, profile_number, name }) => {
        const records = await ask(work.portal, craid, profile_number ?? '');
        return records.map(({ profileNumber, checkedAt, result }) => ({
          provider: name,
          profilenumber: profileNumber,
          checked_dts: checkedAt,
          result,
        }));
      }),
    );
    return { records: found.flat() };
  },
});

async function ask(portal: Portal, craid: string, profileNumber: string): Promise<IdentityRecord[]> {
  try {
    return await craPort.of(portal).identityRecords(craid, profileNumber);
  } catch (error) {
    if (error instanceof CraFailed)
      throw new Refusal('applications.agency-silent', { detail: error.message });
    throw error;
  }
}
