import { type StateCode, stateCodes, states } from '#modules/platform/fields/states.ts';

/**
 * What the law of a place of work asks for between the two notices of an adverse action (D133). It is data that the
 * operator's lawyer has to check; `reviewed` says that one has.
 */

/** Days that have to pass in full. */
export interface Days {
  kind: 'calendar' | 'business';
  count: number;
}

/** A statement that the place's law adds to the first notice. */
export interface PlaceNotice {
  title: string;
  text: string;
}

export interface Place {
  id: string;
  name: string;
  /** IANA name. The days of the wait are those of this time zone. */
  timeZone: string;
  /** Beside the wait that applies everywhere; null if the place asks for none. */
  wait: Days | null;
  /** More days after the person disputed within the wait. */
  onDispute: Days | null;
  /** Whether the company has to write down its assessment, which the person gets. */
  assessment: boolean;
  notices: readonly PlaceNotice[];
  reviewed: boolean;
}

const business = (count: number): Days => ({ kind: 'business', count });

/** The time zone of each state and territory, or of the larger part of one that has two. */
const zones: Record<StateCode, string> = {
  AL: 'America/Chicago',
  AK: 'America/Anchorage',
  AS: 'Pacific/Pago_Pago',
  AZ: 'America/Phoenix',
  AR: 'America/Chicago',
  CA: 'America/Los_Angeles',
  CO: 'America/Denver',
  CT: 'America/New_York',
  DE: 'America/New_York',
  DC: 'America/New_York',
  FL: 'America/New_York',
  GA: 'America/New_York',
  GU: 'Pacific/Guam',
  HI: 'Pacific/Honolulu',
  ID: 'America/Boise',
  IL: 'America/Chicago',
  IN: 'America/Indiana/Indianapolis',
  IA: 'America/Chicago',
  KS: 'America/Chicago',
  KY: 'America/New_York',
  LA: 'America/Chicago',
  ME: 'America/New_York',
  MD: 'America/New_York',
  MA: 'America/New_York',
  MI: 'America/Detroit',
  MN: 'America/Chicago',
  MS: 'America/Chicago',
  MO: 'America/Chicago',
  MT: 'America/Denver',
  NE: 'America/Chicago',
  NV: 'America/Los_Angeles',
  NH: 'America/New_York',
  NJ: 'America/New_York',
  NM: 'America/Denver',
  NY: 'America/New_York',
  NC: 'America/New_York',
  ND: 'America/Chicago',
  MP: 'Pacific/Guam',
  OH: 'America/New_York',
  OK: 'America/Chicago',
  OR: 'America/Los_Angeles',
  PA: 'America/New_York',
  PR: 'America/Puerto_Rico',
  RI: 'America/New_York',
  SC: 'America/New_York',
  SD: 'America/Chicago',
  TN: 'America/Chicago',
  TX: 'America/Chicago',
  UT: 'America/Denver',
  VT: 'America/New_York',
  VA: 'America/New_York',
  VI: 'America/Puerto_Rico',
  WA: 'America/Los_Angeles',
  WV: 'America/New_York',
  WI: 'America/Chicago',
  WY: 'America/Denver',
};

/** The smaller part of a state with two time zones. */
const otherParts: Partial<Record<StateCode, [name: string, timeZone: string]>> = {
  AK: ['Alaska, Aleutian Islands', 'America/Adak'],
  AZ: ['Arizona, Navajo Nation', 'America/Denver'],
  FL: ['Florida, Central Time', 'America/Chicago'],
  ID: ['Idaho, Pacific Time', 'America/Los_Angeles'],
  IN: ['Indiana, Central Time', 'America/Chicago'],
  KS: ['Kansas, Mountain Time', 'America/Denver'],
  KY: ['Kentucky, Central Time', 'America/Chicago'],
  MI: ['Michigan, Central Time', 'America/Menominee'],
  NE: ['Nebraska, Mountain Time', 'America/Denver'],
  NV: ['Nevada, Mountain Time', 'America/Denver'],
  ND: ['North Dakota, Mountain Time', 'America/Denver'],
  OR: ['Oregon, Mountain Time', 'America/Boise'],
  SD: ['South Dakota, Mountain Time', 'America/Denver'],
  TN: ['Tennessee, Eastern Time', 'America/New_York'],
  TX: ['Texas, Mountain Time', 'America/Denver'],
};

/** A place whose law asks for nothing beside what applies everywhere. */
const plain = (id: string, name: string, timeZone: string): Place => ({
  id,
  name,
  timeZone,
  wait: null,
  onDispute: null,
  assessment: false,
  notices: [],
  reviewed: false,
});

/** What differs in states whose law asks for more. */
const ofStates: Partial<Record<StateCode, Partial<Place>>> = {
  CA: {
    wait: business(5),
    onDispute: business(5),
    notices: [
      {
        title: 'California Fair Chance Act',
        text: 'You may respond before a decision is made, with proof that the report is wrong, of rehabilitation, or of mitigating circumstances. You have at least 5 business days, and 5 more if you tell the company within that time that you dispute the report.',
      },
    ],
  },
  NY: { name: 'New York, outside New York City' },
  PA: { name: 'Pennsylvania, outside Philadelphia' },
};

/** Cities with a law of their own. */
const cities: readonly Place[] = [
  {
    ...plain('NY-NYC', 'New York City', zones.NY),
    wait: business(5),
    assessment: true,
    notices: [
      {
        title: 'New York City Fair Chance Act',
        text: 'The company has to assess your record by the factors of Article 23-A of the Correction Law and give you its assessment in writing. You have at least 5 business days to respond, and the company has to keep the position open until then.',
      },
    ],
  },
  {
    ...plain('PA-PHL', 'Philadelphia', zones.PA),
    wait: business(10),
    notices: [
      {
        title: 'Philadelphia Fair Criminal Record Screening Standards',
        text: 'You have 10 business days to show that the report is wrong, or to explain it.',
      },
    ],
  },
];

export const places: readonly Place[] = [
  ...stateCodes.flatMap((code): Place[] => {
    const state = { ...plain(code, states[code], zones[code]), ...ofStates[code] };
    const part = otherParts[code];
    return part ? [state, { ...state, id: `${code}-2`, name: part[0], timeZone: part[1] }] : [state];
  }),
  ...cities,
].sort((one, other) => one.name.localeCompare(other.name, 'en-US'));

export function findPlace(id: string): Place | undefined {
  return places.find((place) => place.id === id);
}

const [first, ...others] = places.map(({ id }) => id);
export const placeIds: readonly [string, ...string[]] = [first ?? '', ...others];
