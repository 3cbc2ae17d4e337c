export const fewestPeople = 200;
export const mostPeople = 2_000_000;

export interface FillWanted {
  /** 200 or more. */
  people: number;
  /** The time for which the data is valid, including statuses and expirations. */
  now: Date;
  /** The hash of the password that all accounts have. */
  passwordHash: string;
}
