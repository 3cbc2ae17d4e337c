import { globSync } from 'node:fs';
import { areas as selected } from '../run/areas.ts';

/** Where faults are planted: rules, money, permissions, time, status and state machines. */
export const areas = {
  platform: [
    'modules/platform/*.ts',
    'modules/platform/{audit,crypto}/*.ts',
    'modules/platform/payments/{port,stripe,stripe-objects}.ts',
    'modules/platform/jobs/{job,queue}.ts',
  ],
  identity: ['modules/identity/**/*.ts'],
  enterprise: ['modules/enterprise/**/*.ts'],
  applications: ['modules/applications/**/*.ts'],
  purchasing: ['modules/purchasing/**/*.ts'],
  network: ['modules/network/**/*.ts'],
  admin: ['modules/admin/**/*.ts'],
  app: [
    'app/door.server.ts',
    'app/form.server.ts',
    'app/server/{guard,origin,hosts}.ts',
    'app/routes/**/*.server.ts',
  ],
} as const;
export type Area = keyof typeof areas;

/**
 * Columns, texts and wiring, in which other checks find mistakes; and threads, which read their files themselves, so that
 * a fault cannot be planted in them.
 */
const leftOut =
  /(-thread\.ts|\/(entities|mails|forms|jobs|index|api|events|catalogue|config|secrets|log|contract|openapi|theme|color|outbox|sheet|receipt-pdf|open-portal|start-error|json)\.ts)$/;

export const areaNames = Object.keys(areas) as Area[];

/** Tests outside the folder of an area: those of the operations with which staff and others use it. */
const alsoTestedIn: Partial<Record<Area, readonly string[]>> = {
  platform: ['identity/**/*'],
  identity: [
    'admin/{accepted-terms,account,identity-correction,privacy-requests,user-session}',
    'cli/backup',
    'enterprise/{mail-links,team/sessions,terms}',
  ],
  enterprise: [
    'admin/{accepted-terms,branding,catalogue,company,coupon-types,logo}',
    'identity/{exact-moments,hand-off,registration}',
    'network/dashboard',
  ],
  applications: [
    'admin/{active-check,catalogue,expiration,link-*,reports*,screening,ssn-review,verifications}',
    'cli/{application,legacy}',
    'network/held-scores',
  ],
  purchasing: ['admin/{coupon-types,link-cases,link-refusals}', 'identity/personal-data'],
  network: [
    'admin/company',
    'applications/text-updates',
    'enterprise/company-settings',
    'identity/personal-data',
    'purchasing/{company-part,coupons}',
  ],
  admin: [
    'applications/{account-linking,blocks,dispute-documents,disputed-score-changes,disputes,monitoring,paper,two-cases}',
    'cli/legacy',
    'enterprise/{company-settings,not-set-up,shell,terms,tour}',
    'purchasing/{disputes,receipts,refunding,store,unmatched}',
  ],
};

/** The test files of an area that `npm test` runs, relative to the root. */
export function testsOf(area: Area, root: string): string[] {
  return [`${area}/**/*`, ...(alsoTestedIn[area] ?? [])]
    .flatMap((pattern) => globSync(`test/${pattern}.test.ts`, { cwd: root }))
    .filter((file) => !file.endsWith('.long.test.ts'))
    .sort();
}

/** The files with the journeys of an area. Every journey uses the platform and the doors of `app`. */
export function journeysOf(area: Area): string[] {
  const own = area === 'platform' || area === 'app' ? Object.values(selected) : [selected[area]];
  return own.flatMap((of) => of?.journeys.map((name) => `test/journeys/${name}.spec.ts`) ?? []);
}

/** The files of an area, relative to the root. */
export function filesOf(area: Area, root: string): string[] {
  return areas[area]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !leftOut.test(file))
    .sort();
}
