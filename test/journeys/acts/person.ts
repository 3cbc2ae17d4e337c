/** A person in a journey. Each journey creates its own, because all journeys share a portal. */
export interface Person {
  firstname: string;
  lastname: string;
  emailaddress: string;
  mobile: string;
  password: string;
  ssn: string;
  /** MM/dd/yyyy, as it is typed. */
  dateofbirth: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** @param ssn one of those that the sandbox agency knows: 900-00-0001 is IC01+, 900-00-0002 IC01 */
export function makePerson(ssn: string): Person {
  const random = Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * letters.length)]).join(
    '',
  );
  const lastname = `Journey${random}`;
  return {
    firstname: 'Jo',
    lastname,
    emailaddress: `jo.${random}@example.com`,
    mobile: '5125550147',
    password: 'copper-Lantern-2026',
    ssn,
    dateofbirth: '04/12/1985',
  };
}
