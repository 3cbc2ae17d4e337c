import { expect } from '@playwright/test';
import { mapBulk, startBulk } from '#modules/network/index.ts';
import { check, leaveToday, readBulk, upload } from '#test/factories/bulk.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { group, pressed } from './look.ts';

const bulk = '/user/network/bulk';

const head = 'Contractor,Contact e-mail,First,Last,Badge,Trade,Phone,Site,Start,Crew,Notes,Empty';

/** So many people who can be invited, and two rows that cannot. */
const fileOf = (people: number, domain: string) =>
  [
    head,
    ...Array.from({ length: people }, (_, at) =>
      [
        `Ortiz Framing ${at}`,
        `p${at}@${domain}`,
        'Maya',
        'Ortiz',
        '',
        'Framing',
        '503-555-0171',
        'Elm',
        '',
        'A',
        '',
        '',
      ].join(),
    ),
    `Haddad Glass,noor@haddadglass,Noor,Haddad,,Glazing,503-555-0188,Wharf Road,12/03/2026,B,,`,
    `Bell Doors,,Marcus,Bell,,Doors,,,,,keys,`,
  ].join('\n');

export const bulkPages = group(
  'the pages of bulk invitations',
  async ({ operations }) => {
    const own = await newCouponCompany({ portal: operations }, { type: 'flat', amount: 25 });
    const { visitor } = own.owner;
    const set = (id: string, change: string) =>
      operations.pool.query(`update bulk_invitation set ${change} where id = $1`, [id]);
    const uploaded = await upload(visitor, fileOf(14, 'harbor.example'), 'hp-contractors-nov.csv');
    const doubtful = await upload(visitor, 'Name,Contact\nJosé MuÃ±oz,m.ortiz\nBjÃ¶rn,m.bell\n', 'crew.csv');
    const checked = await check(visitor, fileOf(14, 'harbor.example'));
    const outdated = await check(visitor, fileOf(3, 'old.example'));
    await set(outdated.bulkid, `checked_at = checked_at - interval '2 hours'`);
    const withCoupon = await check(visitor, fileOf(3, 'coupon.example'));
    const { columns } = await readBulk(visitor, withCoupon.bulkid);
    await visitor.perform(mapBulk, {
      bulkid: withCoupon.bulkid,
      includes_header: true,
      columns: columns.map(({ kind }) => kind),
      purchase_coupon: own.typeId,
    });
    const none = await check(visitor, 'email\nnobody@nowhere\n');
    const send = async (people: number, state: string, left = 900) => {
      const { bulkid } = await check(visitor, fileOf(people, `${state}${people}.example`));
      await leaveToday(operations, own.companyId, left);
      await visitor.perform(startBulk, { bulkid });
      await expect.poll(async () => (await readBulk(visitor, bulkid)).bulk.state).toBe(state);
      return bulkid;
    };
    const done = await send(5, 'done');
    const stopped = await send(6, 'paused', 2);
    await set(stopped, `state = 'cancelled', pause_reason = null, resume_at = null, ended_at = now()`);
    const paused = await send(7, 'paused', 3);
    const card = await send(8, 'paused', 4);
    await set(card, `pause_reason = 'coupon', resume_at = null`);
    const sending = await send(9, 'paused', 5);
    await set(sending, `state = 'sending', pause_reason = null, resume_at = null`);
    const gone = await send(4, 'done');
    await set(gone, 'rows_key = null, head_sealed = null');
    const neverSent = await upload(visitor, 'email\na@b.example\n', 'old.csv');
    await set(neverSent, 'rows_key = null, head_sealed = null');
    return {
      own,
      viewer: await newTeamMember(operations, own, 'viewer'),
      staff: await newStaff(operations),
      record: `/admin/user/${own.owner.accountId}/enterprise/bulk`,
      uploaded,
      doubtful,
      checked: checked.bulkid,
      outdated: outdated.bulkid,
      withCoupon: withCoupon.bulkid,
      none: none.bulkid,
      done,
      stopped,
      paused,
      card,
      sending,
      gone,
      neverSent,
    };
  },
  [
    { route: 'user/network/bulk', path: bulk, as: ({ own }) => own.owner.visitor },
    {
      route: 'user/network/bulk',
      path: `${bulk}?encoding=windows-1252`,
      act: pressed('Upload', 'Choose a CSV or xlsx file.'),
    },
    { route: 'user/network/bulk/:bulkid', path: ({ uploaded }) => `${bulk}/${uploaded}` },
    {
      route: 'user/network/bulk/:bulkid',
      path: ({ doubtful }) => `${bulk}/${doubtful}`,
      act: pressed('Check the rows', /Required columns of ShieldID/),
    },
    { route: 'user/network/bulk/:bulkid', path: ({ checked }) => `${bulk}/${checked}` },
    { route: 'user/network/bulk/:bulkid/delete', path: ({ checked }) => `${bulk}/${checked}/delete` },
    { route: 'user/network/bulk/:bulkid', path: ({ outdated }) => `${bulk}/${outdated}` },
    {
      route: 'user/network/bulk/:bulkid',
      path: ({ withCoupon }) => `${bulk}/${withCoupon}`,
      async act(page) {
        await pressed('Check the rows', 'With a coupon')(page);
        await pressed(/^Send/, 'Confirm what the coupons can cost')(page);
      },
    },
    { route: 'user/network/bulk/:bulkid', path: ({ none }) => `${bulk}/${none}` },
    {
      route: 'user/network/bulk/:bulkid/rows/:outcome',
      path: ({ checked }) => `${bulk}/${checked}/rows/new`,
    },
    {
      route: 'user/network/bulk/:bulkid/rows/:outcome',
      path: ({ checked }) => `${bulk}/${checked}/rows/new?page=9`,
    },
    { route: 'user/network/bulk/:bulkid', path: ({ sending }) => `${bulk}/${sending}` },
    { route: 'user/network/bulk/:bulkid/stop', path: ({ sending }) => `${bulk}/${sending}/stop` },
    { route: 'user/network/bulk/:bulkid', path: ({ paused }) => `${bulk}/${paused}` },
    { route: 'user/network/bulk/:bulkid', path: ({ card }) => `${bulk}/${card}` },
    {
      route: 'user/network/bulk/:bulkid',
      path: ({ done }) => `${bulk}/${done}`,
      act: (page) => page.getByText('All counts').click(),
    },
    { route: 'user/network/bulk/:bulkid', path: ({ stopped }) => `${bulk}/${stopped}` },
    { route: 'user/network/bulk/:bulkid', path: ({ gone }) => `${bulk}/${gone}` },
    { route: 'user/network/bulk/:bulkid', path: ({ neverSent }) => `${bulk}/${neverSent}` },
    { route: 'user/network/bulk', path: bulk, as: ({ viewer }) => viewer.visitor, status: 403 },
    {
      route: 'admin/user/:userid/enterprise/bulk',
      path: ({ record }) => record,
      as: ({ staff }) => staff.visitor,
    },
    { route: 'admin/user/:userid/enterprise/bulk/limit', path: ({ record }) => `${record}/limit` },
    {
      route: 'admin/user/:userid/enterprise/bulk/:bulkid',
      path: ({ record, checked }) => `${record}/${checked}`,
    },
    {
      route: 'admin/user/:userid/enterprise/bulk/:bulkid/rows/:outcome',
      path: ({ record, checked }) => `${record}/${checked}/rows/bad-email`,
    },
    {
      route: 'admin/user/:userid/enterprise/bulk/:bulkid/stop',
      path: ({ record, sending }) => `${record}/${sending}/stop`,
    },
    {
      route: 'admin/user/:userid/enterprise/bulk/:bulkid/delete',
      path: ({ record, checked }) => `${record}/${checked}/delete`,
    },
  ],
);
