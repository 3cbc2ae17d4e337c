import { expect, test } from 'vitest';
import { removeMonitoringIds } from '#modules/admin/index.ts';
import { agreeToMonitoring, getMonitoring } from '#modules/applications/index.ts';
import { postCallback } from '#test/factories/agency-callbacks.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
const { asStaff, monitored, profilesOf, rows, subjectsTo } = await monitoringAt(portal);
type Monitored = Awaited<ReturnType<typeof monitored>>;

/** Who turns the monitoring of a person off. */
const acts = {
  async staff({ accountId: userid }: Monitored) {
    const profiles = await rows<{ monitoring_id: string }>(
      'select monitoring_id from monitored_profile where account_id = $1',
      [userid],
    );
    const monitoringids = profiles.map(({ monitoring_id }) => monitoring_id);
    await (await asStaff()).perform(removeMonitoringIds, { userid, monitoringids });
    await portal.runJobs();
  },
  agency: ({ applicationId }: Monitored) => postCallback(portal, applicationId, { type: 'monitoringended' }),
} as const;

test.each(['staff', 'agency'] as const)(
  'D147: monitoring that the %s turns off is off for the person, who is told once and turns it on by a new consent',
  async (by) => {
    const [person, other] = [await monitored(), await monitored()];
    const { visitor, accountId } = person;
    await acts[by](person);
    const subject = 'Monitoring of your background check is off';
    const told = async () => (await subjectsTo(person)).filter((each) => each === subject).length;
    expect(await told()).toBe(1);
    expect(await visitor.perform(getMonitoring, {})).toMatchObject({
      agreed: false,
      agreed_dts: null,
      ended: { by, at: expect.any(Date) },
    });
    expect(await profilesOf(person)).toEqual([{ state: 'off', disabled_for: by }]);
    const consents = () =>
      rows<object>(
        `select withdrawn_by, withdrawn_at is null as open, withdrawn_address as address from monitoring_consent
         where account_id = $1 order by given_at`,
        [accountId],
      );
    expect(await consents()).toEqual([{ withdrawn_by: by, open: false, address: null }]);
    expect(await other.visitor.perform(getMonitoring, {})).toMatchObject({ agreed: true, ended: null });

    portal.clock.advance(1000);
    await visitor.perform(agreeToMonitoring, {});
    await portal.runJobs();
    expect(await visitor.perform(getMonitoring, {})).toMatchObject({ agreed: true, ended: null });
    expect((await profilesOf(person)).map(({ state }) => state)).toEqual(['off', 'on']);
    expect((await consents())[1]).toEqual({ withdrawn_by: null, open: true, address: null });
    expect(await told()).toBe(1);
  },
);
