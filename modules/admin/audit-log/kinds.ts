import { auditActions } from '#modules/platform/index.ts';

/** The kinds of entries to which staff can narrow the log, each with the beginnings of its actions' names. */
export const auditKinds = {
  money: {
    label: 'Money',
    actions: ['purchasing.', 'applications.money-', 'admin.refund-', 'admin.control-change-'],
  },
  identity: {
    label: 'SSN and ID images',
    actions: [
      'identity.ssn-',
      'applications.ssn-',
      'applications.verification-',
      'applications.identity-record-',
      'applications.package-opened',
      'applications.package-seen',
    ],
  },
  settings: {
    label: 'Settings and catalog',
    actions: [
      'admin.refund-settings-',
      'admin.control-change-',
      'applications.catalogue-',
      'applications.consent-drafted',
      'applications.linking-switched',
      'enterprise.portal-brand-',
      'enterprise.brand-',
      'enterprise.settings-',
      'enterprise.feature-',
      'enterprise.packages-',
      'enterprise.logo-',
      'enterprise.release-note-',
      'enterprise.dashboard-',
      'enterprise.tour-texts-',
      'identity.terms-published',
      'identity.terms-withdrawn',
      'identity.terms-drafted',
      'network.bulk-limit-',
      'purchasing.store-',
      'purchasing.coupon-type-',
    ],
  },
  sessions: { label: 'Sessions as a user', actions: ['identity.staff-session-'] },
  keys: { label: 'API keys and webhooks', actions: ['enterprise.api-key-', 'enterprise.webhook'] },
} as const;
export type AuditKind = keyof typeof auditKinds;

/** The names of the actions of a kind. */
export function actionsOfKind(kind: AuditKind): string[] {
  const { actions } = auditKinds[kind];
  return auditActions()
    .map(({ name }) => name)
    .filter((name) => actions.some((beginning) => name.startsWith(beginning)));
}

/** What the modules are about, in words, as the groups of the list of actions. */
const areas: Readonly<Record<string, string>> = {
  identity: 'Accounts and sign-in',
  enterprise: 'Companies and settings',
  applications: 'Background checks',
  purchasing: 'Purchases and refunds',
  network: 'Networks',
  admin: 'Console',
};

/** Every action with its words, for a list in which staff choose one. */
export function actionChoices() {
  return auditActions()
    .map(({ name, words }) => ({
      value: name,
      label: words,
      group: areas[name.split('.')[0] ?? ''] ?? 'Other',
    }))
    .sort((one, other) => one.group.localeCompare(other.group) || one.label.localeCompare(other.label));
}

/** The actions whose words contain every word of a search. */
export function actionsNamed(words: readonly string[]): string[] {
  return auditActions()
    .filter((action) => words.every((word) => action.words.toLowerCase().includes(word)))
    .map(({ name }) => name);
}
