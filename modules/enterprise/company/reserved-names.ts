import { nameKey, sql, type Work } from '#modules/platform/index.ts';
import { getPortalBrand } from '../brand/portal-brand.ts';

/** What companies put behind their name. */
const legalForms = [
  'inc',
  'incorporated',
  'llc',
  'corp',
  'corporation',
  'co',
  'company',
  'ltd',
  'limited',
  'lp',
  'llp',
];

/** A shorter name of the portal may be part of other words. */
const WHOLE_BELOW = 6;

/** The name of the software, which readers may know from other portals. */
const PRODUCT = 'ShieldHub';

/** Whether a name reads like that of the portal or of its software. */
export async function isPortalName(work: Pick<Work, 'portal'>, name: string): Promise<boolean> {
  const { portalName } = await getPortalBrand(work.portal);
  const own = [portalName, PRODUCT].map(nameKey);
  return withoutForms(name).some((key) =>
    own.some((reserved) => key === reserved || (reserved.length >= WHOLE_BELOW && key.includes(reserved))),
  );
}

/** Whether a name reads like that of the portal, or of a company of which the account is no member. */
export async function isReservedName(
  work: Pick<Work, 'db' | 'portal'>,
  name: string,
  accountId: string | null,
): Promise<boolean> {
  if (await isPortalName(work, name)) return true;
  const written = withoutForms(name).flatMap((key) =>
    ['', ...legalForms.map(nameKey)].map((form) => key + form),
  );
  const company = await work.db
    .selectFrom('company as c')
    .select('c.id')
    .where(({ eb, or }) => or(names.map((column) => eb(keyOf(column), 'in', written))))
    .$if(accountId !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('team_member as m')
              .select('m.account_id')
              .whereRef('m.company_id', '=', 'c.id')
              .where('m.account_id', '=', accountId ?? ''),
          ),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return company !== undefined;
}

const names = ['c.company_name', 'c.legal_business_name'] as const;

/** `nameKey` of a company's name, which has no letters of other alphabets. */
const keyOf = (column: (typeof names)[number]) =>
  sql<string>`translate(regexp_replace(unaccent(lower(${sql.ref(column)})), '[^[:alnum:]]', '', 'g'), '01l345', 'oiieas')`;

/** The key of a name with and without its legal form. */
function withoutForms(name: string): string[] {
  const words = name.trim().split(/[\s,]+/);
  const form = nameKey(words.at(-1) ?? '');
  const forms = legalForms.map(nameKey);
  return [
    nameKey(name),
    ...(words.length > 1 && forms.includes(form) ? [nameKey(words.slice(0, -1).join(''))] : []),
  ];
}
