import { checkBulk, startBulk, uploadBulk } from '#modules/network/index.ts';
import { TemporaryFile } from '#modules/platform/index.ts';
import type { Browser } from './browser.ts';
import type { Member } from './cast.ts';

/** Invites people by a file that also has two rows which cannot be invited. */
export async function inviteByFile(browser: Browser, members: readonly Member[]): Promise<void> {
  const rows = members.map(({ firstname, lastname, emailaddress }) => [firstname, lastname, emailaddress]);
  const bad = [
    ['Noor', 'Haddad', 'noor@haddadglass'],
    ['Marcus', 'Bell', ''],
  ];
  const lines = [['First name', 'Last name', 'Email'], ...rows, ...bad].map((cells) => cells.join());
  await using file = await TemporaryFile.of(Buffer.from(lines.join('\n')));
  const { bulkid } = await browser.perform(uploadBulk, { file: { name: 'contractors.csv', file } });
  await browser.perform(checkBulk, { bulkid });
  await browser.perform(startBulk, { bulkid });
}
