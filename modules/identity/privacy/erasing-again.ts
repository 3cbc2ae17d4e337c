import { isOnHold, type Portal, readErasures } from '#modules/platform/index.ts';
import { erasePerson } from './erasing.ts';
import { findOpen, openRequest } from './requests.ts';

/** What was done after a restore. */
export interface ErasedAgain {
  /** How many people the list names. */
  listed: number;
  erased: number;
  /** How many of them are on a legal hold in this database, and were not erased. */
  held: number;
  /** How many erased people the database had already. If the list names fewer, it is not complete. */
  known: number;
}

const PAGE = 1_000;

/**
 * Erases again whoever was erased after the moment of a restored backup, as the list of erasures says. The person is not
 * told a second time. What the deletion once waited for has ended, so it is not waited for again; only a legal hold that the
 * backup has stays a hold, until staff lift it (D140).
 */
export async function eraseAgain(portal: Portal): Promise<ErasedAgain> {
  const list = await readErasures(portal);
  const { known } = await portal.db
    .selectFrom('person_key')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .where('erased_at', 'is not', null)
    .executeTakeFirstOrThrow();
  let [erased, held] = [0, 0];
  for (let after: string | null = null; ; ) {
    const people = await pageOfPeople(portal, after);
    for (const { id } of people.filter((each) => list.has(each.id))) {
      const became = await again(portal, id);
      if (became === 'erased') erased += 1;
      if (became === 'held') held += 1;
    }
    after = people.at(-1)?.id ?? null;
    if (after === null || people.length < PAGE)
      return { listed: list.size, erased, held, known: Number(known) };
  }
}

function pageOfPeople({ db }: Pick<Portal, 'db'>, after: string | null) {
  const page = db
    .selectFrom('account')
    .leftJoin('person_key', 'person_key.person_id', 'account.id')
    .select('account.id')
    .where('person_key.erased_at', 'is', null)
    .orderBy('account.id')
    .limit(PAGE);
  return (after === null ? page : page.where('account.id', '>', after)).execute();
}

function again(portal: Portal, accountId: string): Promise<'erased' | 'held' | 'gone'> {
  return portal.work('identity.erase-again', async (work) => {
    const account = await work.db
      .selectFrom('account')
      .select(['firstname', 'lastname', 'emailaddress'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return 'gone';
    if (await isOnHold(work, { accountId })) return 'held';
    const { firstname, lastname, emailaddress } = account;
    const open = await findOpen(work, accountId, 'deletion');
    const requestId =
      open?.id ??
      (await openRequest(work, {
        kind: 'deletion',
        accountId,
        name: `${firstname} ${lastname}`,
        emailaddress,
      }));
    await erasePerson(work, requestId, { accountId, emailaddress });
    return 'erased';
  });
}
