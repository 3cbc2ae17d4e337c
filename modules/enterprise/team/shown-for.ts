import { z } from 'zod';
import { isShownFor, readShownFor } from '#modules/identity/index.ts';
import { operation, showEmailAddress, signedIn, sql } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

const holder = z.object({
  /** As people write it. */
  emailaddress: z.string(),
  /** The company in whose team the person is; null if there is none. */
  company_name: z.string().nullable(),
});

/** Whom a page was shown for, and who is logged in now. */
export const compareShownFor = operation({
  name: 'enterprise.compare-shown-for',
  summary: 'Whom a page was shown for, and who is logged in now.',
  access: signedIn,
  kind: 'read',
  // The mark in the forms of the page.
  input: z.object({ mark: z.string().max(100) }),
  output: z.object({ same: z.boolean(), shown: holder, now: holder }),
  async run({ db, portal, caller }, { mark }) {
    const shownFor = readShownFor(portal.keys, mark);
    if (!shownFor) throw new Refusal('not-found');
    const shown = await db
      .selectFrom('account')
      .leftJoin('company', (join) => join.onRef('company.id', '=', sql.val(shownFor.companyId)))
      .select(['account.emailaddress', 'company.company_name'])
      .where('account.id', '=', shownFor.accountId)
      .executeTakeFirst();
    if (!shown) throw new Refusal('not-found');
    const { emailaddress, facts } = caller;
    return {
      same: isShownFor(shownFor, caller),
      shown: { ...shown, emailaddress: showEmailAddress(shown.emailaddress) },
      now: { emailaddress: showEmailAddress(emailaddress), company_name: facts.company_name },
    };
  },
});
