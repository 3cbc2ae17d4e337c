/** How one database is reached. */
export interface DatabaseAddress {
  /** As the role that the portal works as: it reads and writes rows, and owns nothing. */
  url: string;
  /** As the role that owns the tables and migrates them. */
  ownerUrl: string;
}
