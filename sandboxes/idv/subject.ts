/** What the sandbox keeps of a person, for the pictures and for what is read from them. */
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
