/**
 * What `npm test -- AREA` runs: the module tests, the checks of the area's operations, and its journeys. Each journey
 * is listed under the area of its pages; journeys across all areas run only with everything.
 */
export interface Area {
  /** Folders and files of vitest, beside `operationChecks`. */
  tests: readonly string[];
  /** Files in test/journeys, without `.spec.ts`. */
  journeys: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  platform: {
    tests: [
      'test/platform/',
      'test/harness/',
      'test/checks/edges',
      'test/checks/schema',
      'test/checks/const',
    ],
    journeys: ['limits/calls', 'lapses/trouble'],
  },
  identity: {
    tests: ['test/identity/'],
    journeys: [
      'passkeys',
      'privacy',
      'profile',
      'registration',
      'security',
      'sign-in',
      'limits/registration',
      'lapses/passwords',
      'lapses/security',
      'lapses/sessions',
      'lapses/sign-in',
    ],
  },
  enterprise: {
    tests: ['test/enterprise/', 'test/operator/'],
    journeys: ['company', 'support', 'team', 'terms'],
  },
  applications: {
    tests: ['test/applications/'],
    journeys: [
      'addresses',
      'blocks',
      'disputes',
      'meanwhile',
      'monitoring',
      'outcomes',
      'text-updates',
      'verification',
      'limits/application',
      'lapses/agency',
      'lapses/score',
      'lapses/verification',
      'paper',
    ],
  },
  purchasing: {
    tests: ['test/purchasing/', 'test/platform/payments/', 'test/sandboxes/payments/'],
    journeys: [
      'purchase',
      'start',
      'store',
      'coupons',
      'purchase-links',
      'refunds',
      'company-card',
      'limits/purchase',
      'lapses/payment',
    ],
  },
  network: {
    tests: ['test/network/'],
    journeys: [
      'network',
      'invite-center',
      'landing',
      'alerts',
      'reports',
      'shieldlink',
      'removed',
      'sharing',
      'sms-accept',
      'grid',
      'limits/network',
      'lapses/network',
      'lapses/sms-accept',
    ],
  },
  admin: {
    tests: ['test/admin/'],
    journeys: [
      'catalogue',
      'console',
      'console-checks',
      'linking',
      'dashboard',
      'network-management',
      'pipeline',
      'lapses/dashboards',
      'limits/console',
    ],
  },
  app: { tests: ['test/app/'], journeys: ['checks', 'edges', 'forms', 'home', 'pages', 'shell', 'tour'] },
  cli: { tests: ['test/cli/'], journeys: [] },
  sandboxes: { tests: ['test/sandboxes/'], journeys: [] },
  'embedded-database': { tests: ['test/embedded-database/'], journeys: [] },
};

/** Checks that look at every operation or call; for an area they look at its own. */
export const operationChecks = ['authorization', 'bad-input', 'operations', 'tenancy'].map(
  (name) => `test/checks/${name}.test.ts`,
);
/** Checks that take no time: every area runs them. */
export const smallChecks = ['calls', 'words', 'source', 'journeys'].map(
  (name) => `test/checks/${name}.test.ts`,
);

/** Journeys that belong to no area alone. */
export const wholeJourneys: readonly string[] = ['main', 'demo', 'kill'];

/** Areas that have operations: their names are the first part of an operation's name. */
export const areasWithOperations: readonly string[] = [
  'identity',
  'enterprise',
  'applications',
  'purchasing',
  'network',
  'admin',
];
