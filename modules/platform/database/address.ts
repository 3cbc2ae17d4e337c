/** The addresses of one database. */
export interface DatabaseAddress {
  /** For the role that the portal works with: it reads and writes rows, and owns nothing. */
  url: string;
  /** For the role that owns the tables and migrates them. */
  ownerUrl: string;
}
