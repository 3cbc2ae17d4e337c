import type pg from 'pg';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { makePerson } from '../acts/person.ts';
import { acceptTerms, sendJoinForm } from '../acts/registration.ts';

test.describe.configure({ mode: 'default' });

/** How many writers wait for each other. */
async function countWaiting(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}

test('of two tabs that write the same at once, one is told so and goes on by trying again', async ({
  page,
  context,
  portal: { database },
}) => {
  const person = makePerson('900-00-0002');
  await page.goto('/register');
  await sendJoinForm(page, person);
  await expect(page).toHaveURL(/\/register\/terms$/);
  const other = await context.newPage();
  await other.goto('/register/terms');

  // To simulate presses in two tabs at the same time, the row that both write is locked until both wait for it.
  const holder = await database.connect();
  const presses: Promise<void>[] = [];
  try {
    await holder.query('begin');
    await holder.query('select id from account where emailaddress = $1 for update', [person.emailaddress]);
    for (const tab of [page, other]) {
      presses.push(acceptTerms(tab));
      const waiting = tab === page ? 1 : 2;
      await expect.poll(() => countWaiting(database)).toBe(waiting);
    }
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await Promise.all(presses);
  await expect(page).toHaveURL(/\/register\/verification$/);
  await expectShown(other, 'edge.conflict');
  await expectAccessible(other);
  await press(other, 'Continue');
  await expect(other).toHaveURL(/\/register\/verification$/);
});

test('what breaks on our side is said without its reason', async ({
  page,
  portal: { ownerDatabase },
  expectedFaults,
  join,
}) => {
  expectedFaults.push(/answer: 500/, /status of 500/);
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  const logIn = async () => {
    await fill(page, { Email: person.emailaddress, Password: person.password });
    await press(page, 'Log in');
  };
  await ownerDatabase.query('alter table login_failure rename to login_failure_gone');
  try {
    await logIn();
    await expectShown(page, 'edge.failed');
    await expect(page.locator('body')).not.toContainText('login_failure');
    await expectAccessible(page);
  } finally {
    await ownerDatabase.query('alter table login_failure_gone rename to login_failure');
  }
  await logIn();
  await expect(page).toHaveURL(/\/verify$/);
});

test('a team that cannot be saved is shown as it is, with the documented words', async ({
  page,
  portal: { ownerDatabase },
  operations,
  enter,
  expectedFaults,
}) => {
  expectedFaults.push(/answer: 500/, /status of 500/);
  const company = await newCompany(operations, { team_management_enabled: true });
  const member = await newTeamMember(operations, company, 'viewer');
  await enter(page, company.owner);
  await page.goto('/user/profile/company');
  const row = page.getByRole('row').filter({ hasText: member.emailaddress });
  await row.getByLabel(/^Actions for/).click();
  await row.getByRole('link', { name: 'Remove' }).click();
  await expect(page.getByText('It takes effect immediately')).toBeVisible();
  await ownerDatabase.query(`
    create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before delete on team_member for each row execute function broken()`);
  try {
    await press(page, 'Yes');
    await expectShown(page, 'team.save-failed');
    await expect(row).toBeVisible();
    await expectAccessible(page);
  } finally {
    await ownerDatabase.query('drop trigger broken on team_member; drop function broken()');
  }
});

test('while the database cannot be reached, forms and pages say so, and go on once it can', async ({
  page,
  outbox,
  otherBrowser,
  portal: { database, ownerDatabase },
  expectedFaults,
}) => {
  expectedFaults.push(/answer: 503/, /status of 503/);
  const person = makePerson('900-00-0002');
  await page.goto('/register');
  await sendJoinForm(page, person);
  await expect(page).toHaveURL(/\/register\/terms$/);
  const stranger = await otherBrowser();
  await stranger.goto(new URL('/login', page.url()).href);
  await fill(stranger, { Email: person.emailaddress, Password: person.password });

  // Both connect before new connections are refused. Each role may end only its own connections.
  const [keeper, ender] = [await ownerDatabase.connect(), await database.connect()];
  const { rows } = await keeper.query<{ name: string }>('select quote_ident(current_database()) as name');
  const name = rows[0]?.name;
  try {
    await keeper.query(`alter database ${name} connection limit 0`);
    await ender.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    await press(stranger, 'Log in');
    await expectShown(stranger, 'edge.unavailable');
    await expect(stranger.getByLabel('Email')).toHaveValue(person.emailaddress);
    await page.goto('/user/profile');
    await expectShown(page, 'edge.unavailable');
    await expectAccessible(page);
  } finally {
    await keeper.query(`alter database ${name} connection limit -1`);
    keeper.release();
    ender.release();
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/register\/terms\?next=%2Fuser%2Fprofile$/);
  await acceptTerms(page);
  await expect(page).toHaveURL(/\/register\/verification/);
  await outbox.wait(person.emailaddress, /verif/i);
});
