export const fewestPeople = 200;
export const mostPeople = 2_000_000;

export interface FillWanted {
  /** 200 or more. */
  people: number;
  /** The moment at which the data is as it should be: statuses, expirations. */
  now: Date;
  /** Of the one password of every account. */
  passwordHash: string;
}
