import { describe, expect, test } from 'vitest';
import { verifiedWords } from '#app/components/verified.tsx';
import {
  documentLabel,
  documentPath,
  regionOf,
  typedPrice,
  years,
} from '#app/routes/admin/catalogue-words.ts';
import { disputeLook } from '#app/routes/admin/dispute-words.ts';
import {
  ageOf,
  alertLook,
  groupOf,
  nameOf,
  type PipelineAlert,
  reasonOf,
  untilDue,
} from '#app/routes/admin/pipeline/words.ts';
import { requestLook } from '#app/routes/admin/request-words.ts';
import { kindsOf, termsKindOf } from '#app/routes/admin/terms-titles.ts';
import { validity } from '#app/routes/admin/validity.ts';
import { documentFacts, statusLook, verificationTitle } from '#app/routes/admin/verification-words.ts';
import { memberName } from '#app/routes/team/team-words.ts';
import { DAY, HOUR, MINUTE } from '#modules/platform/browser.ts';

/** What pages call states, times and people. */

const now = new Date('2026-03-10T15:00:00Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('the queue of staff', () => {
  test.each([
    [-2 * DAY, '2 days overdue', 'Next 7 days'],
    [-DAY, '1 day overdue', 'Next 7 days'],
    [1 - DAY, '23 hours overdue', 'Next 7 days'],
    [0, '1 minute overdue', 'Due within 24 hours'],
    [1, 'In 1 minute', 'Due within 24 hours'],
    [DAY - 1, 'In 23 hours', 'Due within 24 hours'],
    [DAY, 'In 1 day', 'Due within 24 hours'],
    [DAY + 1, 'In 1 day', 'Next 7 days'],
    [7 * DAY, 'In 7 days', 'Next 7 days'],
    [7 * DAY + 1, 'In 7 days', 'Later'],
  ])('a deadline %i ms from now is said as "%s"', (left, words, group) => {
    expect(untilDue(at(left), now.toISOString())).toBe(words);
    const alert = { due_at: at(left), overdue: left < 0 } as PipelineAlert;
    expect(groupOf(alert, now)).toBe(left < 0 ? 'Overdue' : group);
  });

  test('an alert without a deadline is in a group of its own', () => {
    expect(groupOf({ due_at: null, overdue: false } as PipelineAlert, now)).toBe('No deadline');
  });

  test.each([
    [0, '1 min'],
    [2 * MINUTE - 1, '1 min'],
    [2 * MINUTE, '2 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [DAY - 1, '23 h'],
    [DAY, '1 d'],
    [3 * DAY - 1, '2 d'],
  ])('an alert that has waited %i ms is %s old', (age, words) => {
    expect(ageOf(at(-age), now.toISOString())).toBe(words);
  });

  test('an alert names its reason and its person, and leads to where it is decided', () => {
    const reason = (code: string) => reasonOf({ reason: code } as PipelineAlert);
    expect(reason('same-ssn')).toBe('Same SSN as another account');
    expect(reason('name_differs-slightly')).toBe('Name differs slightly');
    expect(nameOf({ firstname: 'Ada', lastname: 'Abbot' } as PipelineAlert)).toBe('Ada Abbot');
    expect(nameOf({ firstname: 'Ada', lastname: '' } as PipelineAlert)).toBe('Ada');
    expect(nameOf({ firstname: '', lastname: '' } as PipelineAlert)).toBe('Erased person');
    const leads = (type: PipelineAlert['alert_type'], applicationid: string | null) =>
      alertLook[type].decidedAt({ userid: 'u', event_id: 'e', applicationid } as PipelineAlert);
    expect(leads('application_manual_review', 'a')).toBe('/admin/application/a');
    expect(leads('application_manual_review', null)).toBe('/admin/user/u#checks');
    expect(leads('dispute', null)).toBe('/admin/disputes/e');
    expect(leads('privacy_request', null)).toBe('/admin/requests/e');
    expect(leads('idverification', null)).toBe('/admin/user/u/idverification/e');
  });
});

test.each([
  [{ kind: 'error', state: 'received', outcome: null }, 'Not yet with the agency'],
  [{ kind: 'error', state: 'forwarded', outcome: null }, 'With the agency'],
  [{ kind: 'error', state: 'closed', outcome: 'corrected' }, 'Corrected'],
  [{ kind: 'identity-theft', state: 'received', outcome: null }, 'To be decided'],
  [{ kind: 'identity-theft', state: 'blocked', outcome: null }, 'Blocked, with the agency'],
  [{ kind: 'identity-theft', state: 'lifting', outcome: null }, 'Rescinded, with the agency'],
  [{ kind: 'identity-theft', state: 'blocked', outcome: 'blocked' }, 'Blocked'],
] as [Parameters<typeof disputeLook>[0], string][])('a case of %o is called %s', (row, label) => {
  expect(disputeLook(row).label).toBe(label);
});

test.each([
  [{ state: 'open', outcome: null }, 'Open'],
  [{ state: 'taken', outcome: null }, 'Assigned'],
  [{ state: 'closed', outcome: 'erased' }, 'Erased'],
  [{ state: 'closed', outcome: null }, 'Closed'],
] as [Parameters<typeof requestLook>[0], string][])('a request of %o is called %s', (row, label) => {
  expect(requestLook(row).label).toBe(label);
});

test('the catalog names regions, documents, years and prices', () => {
  const region = (selection_criteria: string | null, exclusion_criteria: string | null) =>
    regionOf({ selection_criteria, exclusion_criteria });
  expect([
    region('state=NY', null),
    region(null, 'state=NY'),
    region(null, null),
    region('state=TX', 'state=TX'),
  ]).toEqual(['new-york', 'not-new-york', 'everybody', 'everybody']);
  const [notice, consent] = [
    { kind: 'notice', state: 'TX' },
    { kind: 'esign', state: '' },
  ] as const;
  expect([documentLabel(notice), documentLabel(consent)]).toEqual(['Texas notice', 'E-sign consent']);
  expect([documentPath('a/b', notice), documentPath('a/b', consent)]).toEqual([
    '/admin/catalogue/documents/a%2Fb/notice-TX',
    '/admin/catalogue/documents/a%2Fb/esign',
  ]);
  expect([years(1), years(2)]).toEqual(['1 year', '2 years']);
  expect([typedPrice(4950), typedPrice(100), typedPrice(5)]).toEqual(['49.50', '1.00', '0.05']);
});

test('the portal has other terms than a company', () => {
  expect([...kindsOf(false)]).toEqual([
    'portal',
    'purchase',
    'score',
    'disclaimer',
    'privacy-policy',
    'cookie-policy',
  ]);
  expect([...kindsOf(true)]).toEqual(['company', 'company-card']);
  expect(termsKindOf('score', false)).toBe('score');
  expect(termsKindOf('score', true)).toBeNull();
  expect(termsKindOf(undefined, false)).toBeNull();
});

test('an ID verification shows what was read, days as dates, and nothing that was not read', () => {
  const side = {
    first_name: 'Ada',
    state: '',
    expire_date: '2030-04-01',
    issue_date: 'unclear',
    date_of_birth: '1980-02-01',
  };
  expect(documentFacts(side as Parameters<typeof documentFacts>[0])).toEqual([
    ['First name', 'Ada'],
    ['Issued', 'unclear'],
    ['Expires', '04/01/2030'],
    ['Date of birth', '02/01/1980'],
  ]);
  expect(documentFacts(null)).toEqual([]);
  expect([verificationTitle({ id_document: 'passport' }), verificationTitle({ id_document: null })]).toEqual([
    'Passport',
    'ID verification',
  ]);
  expect([statusLook('REJECTED').label, statusLook('SOMETHING').label]).toEqual(['Rejected', 'Pending']);
});

test('a row of the team is called by the name, or by the address that was invited', () => {
  const row = { firstname: 'Ada', lastname: 'Abbot', emailaddress: 'ada@example.com' };
  expect(memberName(row)).toBe('Ada Abbot');
  expect(memberName({ ...row, lastname: '' })).toBe('Ada');
  expect(memberName({ ...row, firstname: '', lastname: '' })).toBe('ada@example.com');
});

test('a score is valid through its last day, at 11:00 UTC, and has expired afterwards', () => {
  const [before, after] = ['10:59', '11:00'].map((time) => new Date(`2026-10-25T${time}:00.000Z`));
  expect([validity('2026-10-25', before), validity('2026-10-25', after)]).toEqual([
    'Valid through 10/25/2026',
    'Expired 10/25/2026',
  ]);
});

test.each([
  [{ verified: true, at: '2026-11-27T17:00:00.000Z' }, 'Verified by ID, 11/27/2026'],
  [{ verified: true, at: '2026-11-27T03:00:00.000Z' }, 'Verified by ID, 11/26/2026'],
  [{ verified: true, at: null }, 'Verified by ID'],
  [{ verified: false, at: '2024-11-27T17:00:00.000Z' }, 'ID verification expired'],
  [{ verified: false, at: null }, 'ID not verified yet'],
])('D121: an ID verification of %j is named %s', (verification, words) => {
  expect(verifiedWords(verification, 'America/New_York')).toBe(words);
});
