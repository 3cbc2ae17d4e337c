/** The outcome of the sandbox for each last name. Pure functions. */

export type Outcome = 'approved' | 'review' | 'rejected' | 'blurred' | 'stays';

const bySurname: Record<string, Outcome> = {
  approve: 'approved',
  consider: 'review',
  reject: 'rejected',
  blur: 'blurred',
  wait: 'stays',
};

export function outcomeOf(lastname: string): Outcome {
  return bySurname[lastname.trim().toLowerCase()] ?? 'approved';
}

interface License {
  firstname: string;
  middlename: string;
  lastname: string;
}

/** Last names whose license shows another name than the one that the person entered. */
const otherNames: Record<string, Partial<License>> = {
  typo: { middlename: 'Marie', lastname: 'Tyson' },
  other: { firstname: 'River', lastname: 'Stone' },
};

/** The name on the license, in capitals as on real licenses. */
export function nameOnLicense({ firstname, lastname }: Omit<License, 'middlename'>): License {
  const shown = { firstname, middlename: '', lastname, ...otherNames[lastname.trim().toLowerCase()] };
  return {
    firstname: shown.firstname.toUpperCase(),
    middlename: shown.middlename.toUpperCase(),
    lastname: shown.lastname.toUpperCase(),
  };
}

/** Onfido's name for the status of a run with this outcome. */
export const runState = {
  approved: 'approved',
  review: 'review',
  rejected: 'declined',
  blurred: 'declined',
  stays: 'processing',
} as const satisfies Record<Outcome, string>;
