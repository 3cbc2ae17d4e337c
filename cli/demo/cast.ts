/** The people of the demo data. Every number, address and name is invented; the SSNs were never issued. */

export interface Member {
  firstname: string;
  lastname: string;
  businessname: string;
  emailaddress: string;
  mobile: string;
  /** Nine digits that the Social Security Administration never issues (D40). */
  ssn: string;
  /** yyyy-MM-dd */
  dateofbirth: string;
  address1: string;
  city: string;
  state: string;
  postalcode: string;
}

const firstnames =
  'Alma Ben Chloe Diego Elena Farah Gil Hana Isaac Jolene Kofi Lena Marco Nadia Oscar Priya Quinn Rosa Sam Tara Umar Vera Wade Ximena Yusuf Zoe Adele Bruno Celia Dario'.split(
    ' ',
  );
const lastnames =
  'Okonkwo Castellano Bergstrom Whitaker Salinas Nasser Abernathy Yoshida Thornbury McAllister Ferreira Lindqvist Moreau Petrov Achebe Delgado Novak Haines Iyer Kowalski'.split(
    ' ',
  );
const trades = [
  'Roofing',
  'Plumbing',
  'Electrical',
  'Interiors',
  'Landscape',
  'Tile & Stone',
  'HVAC',
  'Masonry',
  'Painting',
  'Fire Safety',
];
const cities = [
  ['Austin', 'TX', '78751'],
  ['Portland', 'OR', '97205'],
  ['Fresno', 'CA', '93704'],
  ['Spokane', 'WA', '99201'],
  ['Boulder', 'CO', '80302'],
  ['Tucson', 'AZ', '85705'],
  ['Dayton', 'OH', '45402'],
  ['Macon', 'GA', '31201'],
] as const;
const streets = ['Cedar Street', 'Ridge Road', 'Lamar Avenue', 'Mill Lane', 'Juniper Court', 'Harbor Way'];

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('Nothing can be picked from an empty list');
  return found;
}

/** The contractor with the number n, who is the same in every database. */
export function contractor(n: number): Member {
  const firstname = pick(firstnames, n);
  const lastname = pick(lastnames, n * 7 + Math.floor(n / firstnames.length));
  const [city, state, postalcode] = pick(cities, n * 3);
  return {
    firstname,
    lastname,
    businessname: `${lastname} ${pick(trades, n * 3 + 1)}`,
    emailaddress: `${firstname}.${lastname}${n}@contractors.test`.toLowerCase(),
    mobile: `512555${String(1000 + (n % 9000))}`,
    ssn: `9${String(10 + (n % 80))}${String(20 + (n % 70))}${String((1000 + n * 13) % 10_000).padStart(4, '0')}`,
    dateofbirth: `19${String(62 + (n % 38))}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    address1: `${100 + n * 7} ${pick(streets, n)}`,
    city,
    state,
    postalcode,
  };
}

const austin = { city: 'Austin', state: 'TX', postalcode: '78751' };

/** A person with a name and address of their own. */
export function named(
  n: number,
  member: Partial<Member> & Pick<Member, 'firstname' | 'lastname' | 'emailaddress'>,
): Member {
  return { ...contractor(n), ...austin, businessname: '', ...member };
}

/** The people that the README names. */
export const dana = named(901, {
  firstname: 'Dana',
  lastname: 'Whitfield',
  businessname: 'Whitfield Electrical LLC',
  emailaddress: 'dana@shieldhub.test',
  ssn: '900000002',
  dateofbirth: '1984-04-17',
});
export const ivan = named(902, {
  firstname: 'Ivan',
  lastname: 'Marsh',
  emailaddress: 'ivan@shieldhub.test',
  ssn: '900000003',
});
export const nina = named(903, {
  firstname: 'Nina',
  lastname: 'Brandt',
  emailaddress: 'nina@shieldhub.test',
});
export const omar = named(904, {
  firstname: 'Omar',
  lastname: 'Haddad',
  emailaddress: 'omar@shieldhub.test',
});
/** Approves what Ada may not approve alone. */
export const secondStaffMember = {
  firstname: 'Theo',
  lastname: 'Barnes',
  emailaddress: 'admin2@shieldhub.test',
};
export const staffMember = { firstname: 'Ada', lastname: 'Minton', emailaddress: 'admin@shieldhub.test' };
export const acmeTeam = {
  owner: named(905, { firstname: 'Olivia', lastname: 'Acker', emailaddress: 'owner@acme.test' }),
  admin: named(906, { firstname: 'Marcus', lastname: 'Bell', emailaddress: 'manager@acme.test' }),
  viewer: named(907, { firstname: 'Vivian', lastname: 'Cho', emailaddress: 'viewer@acme.test' }),
};
export const borealisOwner = named(908, {
  firstname: 'Bo',
  lastname: 'Real',
  emailaddress: 'owner@borealis.test',
});
