/** Labels that nobody but the operator of the portal may have. */
const reserved = [
  'www',
  'api',
  'admin',
  'app',
  'mail',
  'smtp',
  'static',
  'cdn',
  'status',
  'account',
  'accounts',
  'auth',
  'autoconfig',
  'autodiscover',
  'billing',
  'console',
  'dev',
  'ftp',
  'help',
  'imap',
  'localhost',
  'login',
  'mx',
  'pay',
  'payments',
  'pop',
  'postmaster',
  'security',
  'signin',
  'sso',
  'staff',
  'staging',
  'support',
  'test',
  'webmail',
];

/** The name of the software, which no label may contain. */
const product = hostSkeleton('shieldhub');

/**
 * What a label looks like at a glance: the same for labels that a reader confuses. `hostSkeletonSql` in enterprise
 * computes the same.
 */
export function hostSkeleton(label: string): string {
  return label
    .toLowerCase()
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's');
}

const reservedLooks = new Set(reserved.map(hostSkeleton));

/**
 * Reads the first part of a host name. Labels with hyphens in the third and fourth place are those of other scripts
 * (RFC 5891 section 4.2.3.1), which browsers show as look-alikes of any name.
 * @returns it in small letters; null if it is no DNS label, or looks like one of the portal's own
 */
export function readHostLabel(value: string): string | null {
  const label = value.trim().toLowerCase();
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) || label.slice(2, 4) === '--') return null;
  const look = hostSkeleton(label);
  return reservedLooks.has(look) || look.includes(product) ? null : label;
}
