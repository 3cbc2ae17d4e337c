/** What the sandbox stores about a person, for the pictures and for the data read from them. */
export interface Subject {
  firstname: string;
  lastname: string;
  /** yyyy-MM-dd */
  dateofbirth: string | null;
  documentNumber: string;
  /** yyyy-MM-dd */
  expires: string;
  returnUrl: string;
}
