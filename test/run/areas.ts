/**
 * What `npm test -- AREA` runs: the tests of the module, the checks of the area's operations, and its journeys. Each
 * journey is listed in the area of its pages; those in `lapses/` run if they are asked for, too (selection.ts). Journeys
 * through all areas run only with everything.
 */
export interface Area {
  /** Folders and files for vitest, in addition to `operationChecks`. */
  tests: readonly string[];
  /** Files in test/journeys, without `.spec.ts`. */
  journeys: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  platform: {
    tests: [
      'test/platform/',
      'test/harness/',
      'test/require-audit',
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
      'typing',
      'stale-tabs',
      'limits/registration',
      'lapses/passwords',
      'lapses/security',
      'lapses/sessions',
      'lapses/sign-in',
    ],
  },
  enterprise: {
    tests: ['test/enterprise/', 'test/operator/'],
    journeys: ['company', 'company-switch', 'developers', 'support', 'team', 'terms', 'webhooks'],
  },
  applications: {
    tests: ['test/applications/'],
    journeys: [
      'addresses',
      'application',
      'signature',
      'blocks',
      'disputes',
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
      'score-decision',
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
      'adverse',
      'alerts',
      'bulk',
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
      'audit',
      'operations',
      'catalogue',
      'console',
      'console-checks',
      'company-team',
      'legacy-linking',
      'linking',
      'dashboard',
      'network-management',
      'pipeline',
      'lapses/dashboards',
      'limits/console',
    ],
  },
  app: {
    tests: ['test/app/'],
    journeys: [
      'checks',
      'connection',
      'edges',
      'form-browser',
      'forms',
      'home',
      'later-press',
      'layout',
      'pages',
      'shell',
      'texts',
      'tour',
    ],
  },
  cli: { tests: ['test/cli/'], journeys: [] },
  sandboxes: { tests: ['test/sandboxes/'], journeys: [] },
  'embedded-database': { tests: ['test/embedded-database/'], journeys: [] },
};

/** Checks of every operation or call. For an area, they check only its own. */
export const operationChecks = ['authorization', 'bad-input', 'operations', 'tenancy'].map(
  (name) => `test/checks/${name}.test.ts`,
);
/** Checks that are fast, so every area runs them. */
export const smallChecks = ['calls', 'shapes', 'words', 'source', 'journeys'].map(
  (name) => `test/checks/${name}.test.ts`,
);

/** Journeys that do not belong to a single area. */
export const wholeJourneys: readonly string[] = ['main', 'demo', 'kill'];

/** Areas with operations. Their names are the first part of the operations' names. */
export const areasWithOperations: readonly string[] = [
  'identity',
  'enterprise',
  'applications',
  'purchasing',
  'network',
  'admin',
];
