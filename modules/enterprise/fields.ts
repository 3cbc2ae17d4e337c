/** The fields of enterprise's forms and operations, as plain data that pages show without loading a schema. */
import { fields, optional } from '#modules/platform/fields/field.ts';
import {
  addressLine,
  agreement,
  businessName,
  choice,
  city,
  color,
  emailAddress,
  hostLabel,
  id,
  key,
  line,
  many,
  note,
  personName,
  phone,
  postalCode,
  rows,
  state,
  taxId,
  tick,
  timeZone,
  webAddress,
} from '#modules/platform/fields/kinds.ts';
import { webhookTimes } from './limits.ts';
import { enterpriseTexts } from './texts.ts';

/** Characters. */
const shortestQuestion = 10;

export const supportFields = fields({
  name: personName('Your name', { max: 120, missing: 'Enter your name', autoComplete: 'name' }),
  emailaddress: emailAddress('Your email', { autoComplete: 'email' }),
  message: note('How can we help?', {
    min: shortestQuestion,
    max: 4000,
    missing: 'Enter your question',
    wrong: `Tell us a little more: at least ${shortestQuestion} characters`,
  }),
});

/** What browsers measure on a page: times in milliseconds, and CLS, which has no unit. */
export const vitalNames = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

/** The steps of the guided tour (doc2 §2.15), in order. */
export const tourStepNames = [
  'search',
  'dashboard',
  'offer',
  'shieldid',
  'invitations',
  'profile',
  'network',
  'charts',
  'alerts',
  'end',
] as const;
export type TourStepName = (typeof tourStepNames)[number];

/** What each step says until staff change it. */
export const tourTexts: Record<TourStepName, { title: string; text: string }> = {
  search: {
    title: 'Search ShieldID',
    text: 'Look up someone’s ShieldID or email before they start work. They’ll see that you searched.',
  },
  dashboard: {
    title: 'Dashboard',
    text: 'Your company’s network in charts: scores, what expires, and how invitations go.',
  },
  offer: {
    title: 'Your background check',
    text: 'Buy your check here. You see the result first and decide who may see it.',
  },
  shieldid: {
    title: 'Your ShieldID',
    text: 'This number stays yours. Companies use it to look you up.',
  },
  invitations: {
    title: 'My Invitations',
    text: 'Companies that ask for your score appear here. Nothing is shared until you accept.',
  },
  profile: {
    title: 'My Profile',
    text: 'Your details pre-fill your application. Your privacy settings are under Privacy & Data.',
  },
  network: {
    title: 'My Network',
    text: 'Everyone who shares a score with you, and everyone you share yours with. You can stop sharing at any time.',
  },
  charts: {
    title: 'Your network charts',
    text: 'Every chart has its numbers as a table. They count what you see in your network.',
  },
  alerts: {
    title: 'Alerts & Notifications',
    text: 'Who joined or left your company’s network, and whose score changed or expires.',
  },
  end: {
    title: 'That’s the tour',
    text: 'You can start it again from the menu at any time.',
  },
};

export const tourStepFields = fields({
  name: choice('', tourStepNames, 'Unknown step'),
  title: line('Title', { max: 60, missing: 'Enter a title', autoComplete: 'off' }),
  text: note('Text', { max: 300, missing: 'Write what the step says' }),
});
export const tourTextsFields = fields({ steps: rows('Steps', tourStepFields, tourStepNames.length) });
export const tourEndFields = fields({ seen_to_end: tick('Seen to the end') });

export const releaseNoteFields = fields({
  title: line('Title', { max: 120, missing: 'Enter a title', autoComplete: 'off' }),
  body: note('What’s new', { max: 4000, missing: 'Describe what’s new' }),
});

/** The fingerprint of what the page showed, so that a save that would overwrite somebody else's changes is refused. */
const seen = optional(key('', { max: 64 }));

const hostName = hostLabel('Host name', { wrong: enterpriseTexts['console.host-taken'] });

/** What staff enter to make a company. */
export const companyFields = fields({
  company_name: { ...businessName('Company name'), missing: 'Enter the company’s name' },
  legal_business_name: optional(businessName('Legal business name')),
  company_phone: optional(phone('Company phone', { autoComplete: 'off' })),
  support_email: optional(emailAddress('Support email', { autoComplete: 'off' })),
  company_address1: optional(addressLine('Street address', { autoComplete: 'off' })),
  company_address2: optional(addressLine('Suite', { autoComplete: 'off' })),
  company_city: optional(city({ autoComplete: 'off' })),
  company_state: optional(state({ autoComplete: 'off' })),
  company_postalcode: optional(postalCode('ZIP code', { autoComplete: 'off' })),
  branding_hostname: optional(hostName),
});

/** The time zones of the United States, by IANA name. */
export const timeZones = {
  'America/New_York': 'Eastern (New York)',
  'America/Detroit': 'Eastern (Detroit)',
  'America/Indiana/Indianapolis': 'Eastern (Indianapolis)',
  'America/Chicago': 'Central (Chicago)',
  'America/Denver': 'Mountain (Denver)',
  'America/Boise': 'Mountain (Boise)',
  'America/Phoenix': 'Arizona (Phoenix)',
  'America/Los_Angeles': 'Pacific (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
  'America/Puerto_Rico': 'Atlantic (Puerto Rico)',
  'Pacific/Guam': 'Chamorro (Guam)',
  'Pacific/Pago_Pago': 'Samoa (Pago Pago)',
} as const;

/** Why a company may use consumer reports (15 U.S.C. 1681b). */
export const permissiblePurposes = {
  employment: 'Employment, including contractors',
  'written-instructions': 'The person’s written instructions',
  'business-transaction': 'A business transaction the person initiated',
  'tenant-screening': 'Tenant screening',
} as const;

/** A purpose in words, or as it is stored if it is no longer one of those that can be chosen. */
export const purposeLabel = (purpose: string): string =>
  Object.entries(permissiblePurposes).find(([key]) => key === purpose)?.[1] ?? purpose;

/** The hours of a day, as texts from 0 to 23. */
export const dayHours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Such as 8:00 AM. 0 is 12:00 AM. */
export function hourLabel(hour: number | string): string {
  const half = Number(hour) < 12 ? 'AM' : 'PM';
  return `${Number(hour) % 12 || 12}:00 ${half}`;
}

/** What the owner of a company can change about it (D99). */
export const companySettingsFields = fields({
  contact_firstname: optional(personName('Contact’s first name', { autoComplete: 'off' })),
  contact_lastname: optional(personName('Contact’s last name', { autoComplete: 'off' })),
  company_phone: companyFields.company_phone,
  accounting_email: optional(emailAddress('Accounting email', { autoComplete: 'off' })),
  accounting_phone: optional(phone('Accounting phone', { autoComplete: 'off' })),
  company_address1: companyFields.company_address1,
  company_address2: companyFields.company_address2,
  company_city: companyFields.company_city,
  company_state: companyFields.company_state,
  company_postalcode: companyFields.company_postalcode,
  time_zone: choice('Time zone', keysOf(timeZones), 'Choose the time zone'),
  daily_summary_hour: choice('Daily summary sent at', dayHours, 'Choose the hour'),
  permissible_purpose: optional(
    choice('Permissible purpose', keysOf(permissiblePurposes), 'Choose the permissible purpose'),
  ),
  tax_id: optional(taxId()),
});

const { permissible_purpose: _attested, ...settingsOfStaff } = companySettingsFields;

/**
 * A company's names, contacts, address, hours and ids, as staff change them in the console (D99). The purpose is not
 * one of them, because the owner attests it.
 */
export const companyDetailsFields = fields({
  company_name: companyFields.company_name,
  legal_business_name: companyFields.legal_business_name,
  ...settingsOfStaff,
  crm_id: optional(line('CRM ID', { max: 60, autoComplete: 'off' })),
  accounting_id: optional(line('Accounting ID', { max: 60, autoComplete: 'off' })),
  seen,
});

function keysOf<V extends string>(named: Record<V, string>): V[] {
  return Object.keys(named) as V[];
}

/** What staff can turn on and off for a company (doc3 §3). */
export const companyFeatures = [
  'enable_payments',
  'team_management_enabled',
  'network_autoinvite',
  'network_requires_pdf',
  'shieldlink_enabled',
  'dashboard_enabled',
  'alert_dashboard_enabled',
] as const;
export type CompanyFeature = (typeof companyFeatures)[number];

/** One feature, set by one button. */
export const companyFeatureFields = fields({
  feature: choice('', companyFeatures, 'Choose a feature'),
  value: choice('', ['YES', 'NO'], 'Choose on or off'),
});

/**
 * Where the frames of the dashboards lead (D62); empty for the portal's own charts. In the companies' address,
 * `{companyid}` is replaced by the id of the company.
 */
export const dashboardFields = fields({
  enterprise: optional(webAddress('Company dashboards')),
  admin: optional(webAddress('Console dashboard')),
  seen,
});

/** The roles with which somebody can be invited. */
export const invitedRoles = ['admin', 'viewer'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

const invitedRole = choice('Role', invitedRoles, 'Choose a role');

export const teamInviteFields = fields({
  emailaddress: emailAddress('Email', { missing: 'Enter an email address', autoComplete: 'off' }),
  role: invitedRole,
  disclosure: agreement(
    'I confirm that this person works for our company. As a member they can see the people in our network, their scores and their contact details.',
    'Check the box to confirm',
  ),
});

/** The fingerprint of the team as the page showed it. */
const teamSeen = key('', { max: 64 });

export const teamRoleFields = fields({
  role: invitedRole,
  issue_coupons: tick('Can issue coupons'),
  seen: teamSeen,
});
/** What happens to the company's card when it gets another owner. */
export const teamOwnerFields = fields({ remove_card: tick('Remove this card from the company') });

/** What a key may do, with the words of the page (D134). A key needs the scope of each call that it makes. */
export const apiScopes = {
  'connections:read': 'Read connections',
  'people:read': 'Look up people by ShieldID, only what they share',
  'invitations:read': 'Read invitations',
  'invitations:write': 'Invite people, and resend and cancel invitations',
  'alerts:read': 'Read alerts and compliance',
  'adverse_actions:read': 'Read how far adverse actions are',
  'webhooks:write': 'Manage webhooks, and send deliveries again',
} as const;
export type ApiScope = keyof typeof apiScopes;

/** When a key ends, counted from when it is made. */
export const apiKeyEnds = { year: 'In 1 year', quarter: 'In 90 days', never: 'Never' } as const;

/** A new key for /api/v1 (D134). */
export const apiKeyFields = fields({
  name: { ...businessName('Name'), missing: 'Enter what the key is for', autoComplete: 'off' },
  scopes: many('It may', key('', { max: 30 }), Object.keys(apiScopes).length),
  ends: choice('Ends', keysOf(apiKeyEnds), 'Choose when it ends'),
  addresses: optional(note('Allowed addresses', { max: 1000 })),
});

export const teamSeenFields = fields({ seen: teamSeen });

/** What an endpoint of a company can be told, with the words of the page (D136). */
export const webhookEvents = {
  'connection.accepted': 'Someone accepted an invitation',
  'connection.status_changed': 'The status of a connection changed',
  'connection.removed': 'A connection ended',
  'score.changed': 'A score changed',
  'alert.created': 'An alert was created',
  'invitation.delivered': 'The email of an invitation was delivered',
  'invitation.bounced': 'The email of an invitation came back',
  'adverse_action.updated': 'An adverse action moved on',
  'bulk.finished': 'A bulk invitation is done',
} as const;
export type WebhookEvent = keyof typeof webhookEvents;

const webhookEventsField = many('Events', key('', { max: 40 }), Object.keys(webhookEvents).length);
export const webhookFields = fields({
  address: key('Address', { max: 500, missing: 'Enter the address', autoComplete: 'off' }),
  events: webhookEventsField,
});
/** Why a try failed, with the words of the page. */
export const webhookFailures = {
  'host-unknown': 'Host not found',
  'private-address': 'Private address',
  insecure: 'Not https',
  'no-connection': 'No connection',
  certificate: 'Certificate not valid',
  'no-answer': `No answer in ${webhookTimes.try / 1000} s`,
  'bad-answer': 'Answer can’t be read',
  'too-large': 'Answer too large',
  redirect: 'Redirected, which isn’t followed',
  status: 'Refused',
  off: 'Endpoint is off',
} as const;
export type WebhookFailure = keyof typeof webhookFailures;

/** A button in the row of an endpoint or a delivery. */
export const webhookRowFields = fields({ id: id() });
export const webhookEventsFields = fields({ events: webhookEventsField });

/** The colors of a brand: all others are derived from them. */
export const brandColorFields = fields({
  primary_color: color('Primary color'),
  primary_button_background: optional(color('Button color')),
  primary_button_text: optional(color('Button text')),
});

/** The brand of a company, in the console (doc3 §3). */
export const companyBrandFields = fields({
  custom_branding_enabled: tick('Client portal'),
  branding_hostname: optional(hostName),
  ...brandColorFields,
  custom_store_url: optional(webAddress('Custom store URL')),
  stripe_publishable_key: optional(key('Stripe publishable key', { max: 255, autoComplete: 'off' })),
  support_email: optional(emailAddress('Support email', { autoComplete: 'off' })),
  help_url: optional(webAddress('Help pages')),
  business_footer: tick('Business footer'),
  shieldhub_branding: tick('Portal branding'),
  /** The live host that the person has read will end, as they confirmed it. */
  ending_host: optional(key('', { max: 255 })),
  seen,
});

/** The portal's own brand, in the console's settings (D88). */
export const portalBrandFields = fields({
  company_name: { ...businessName('Portal name'), missing: 'Enter the portal’s name', autoComplete: 'off' },
  legal_name: { ...businessName('Legal name'), missing: 'Enter the legal name', autoComplete: 'off' },
  company_address1: addressLine('Street address', { autoComplete: 'off' }),
  company_address2: optional(addressLine('Suite', { autoComplete: 'off' })),
  company_city: city({ autoComplete: 'off' }),
  company_state: state({ autoComplete: 'off' }),
  company_postalcode: postalCode('ZIP code', { autoComplete: 'off' }),
  company_phone: phone('Phone', { autoComplete: 'off' }),
  support_email: emailAddress('Support email', { autoComplete: 'off' }),
  sender_address: emailAddress('Sender of every email', { autoComplete: 'off' }),
  help_url: optional(webAddress('Help pages')),
  time_zone: timeZone(),
  ...brandColorFields,
  seen,
});
