import type { Config } from '#modules/platform/index.ts';

/** Sources that one page admits beyond our own. */
export interface CspSources {
  script?: string[];
  frame?: string[];
  connect?: string[];
  formAction?: string[];
}

export interface PageCsp {
  /** For this answer alone; a page reached by client-side navigation keeps the policy of the first document. */
  allow(sources: CspSources): void;
}

/** The policy of one answer. */
export class ContentSecurityPolicy implements PageCsp {
  readonly #rules: CspRules;
  readonly #allowed: Required<CspSources> = { script: [], frame: [], connect: [], formAction: [] };

  constructor(rules: CspRules) {
    this.#rules = rules;
  }

  allow(sources: CspSources): void {
    for (const [kind, list] of Object.entries(sources) as [keyof CspSources, string[] | undefined][]) {
      this.#allowed[kind].push(...(list ?? []));
    }
  }

  toString(nonce: string): string {
    const { connect, formAction, images, secure, development } = this.#rules;
    const allowed = this.#allowed;
    const join = (...sources: string[]) => sources.filter(Boolean).join(' ');
    return [
      "default-src 'self'",
      join("script-src 'self'", `'nonce-${nonce}'`, ...allowed.script),
      // Vite puts style tags of its own into the page that it serves to a developer.
      development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
      join("img-src 'self' data: blob:", ...images),
      "font-src 'self'",
      join("connect-src 'self'", ...connect, ...allowed.connect),
      join("frame-src 'self'", ...allowed.frame),
      join("form-action 'self'", ...formAction, ...allowed.formAction),
      "frame-ancestors 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      ...(secure ? ['upgrade-insecure-requests'] : []),
    ].join('; ');
  }
}

interface CspRules {
  connect: string[];
  formAction: string[];
  images: string[];
  secure: boolean;
  development: boolean;
}

/** @param vite the page comes from Vite's development server, which talks to it by a socket */
export function cspRules(config: Config, { vite }: { vite: boolean }): CspRules {
  const base = new URL(config.publicUrl);
  const port = base.port ? `:${base.port}` : '';
  const store = [config.storage.kind === 's3' ? storeOrigin(config.storage) : config.publicUrl];
  return {
    connect: [...store, ...(vite ? [`ws://*:${base.port}`, `ws://${base.host}`] : [])],
    // A post may be redirected to another of our hosts (D15): the base host and every host under the brands' suffix.
    formAction: [config.publicUrl, `${base.protocol}//*${config.brandedHostSuffix}${port}`],
    images: store,
    secure: base.protocol === 'https:',
    development: vite,
  };
}

function storeOrigin(storage: Extract<Config['storage'], { kind: 's3' }>): string {
  return storage.endpoint
    ? new URL(storage.endpoint).origin
    : `https://${storage.bucket}.s3.${storage.region}.amazonaws.com`;
}

/** What every answer carries, whoever gives it. */
export function commonHeaders(config: Config): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Not `no-referrer`: with it a browser sends `Origin: null` with our own forms.
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (config.publicUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  }
  return headers;
}

/** What pages carry beside them. */
export const pageHeaders: [string, string][] = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  [
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
      'magnetometer=(), microphone=(), midi=(), serial=(), usb=(), camera=(self), payment=(self)',
  ],
];
