import type { Config } from '#modules/platform/index.ts';

/** Sources that one page allows in addition to the portal's own. */
export interface CspSources {
  script?: string[];
  frame?: string[];
  connect?: string[];
  formAction?: string[];
  /** Origins of frames that may use Apple Pay and Google Pay; the Permissions-Policy header names them. */
  payment?: string[];
}

export interface PageCsp {
  /**
   * Allows sources for this document only. After a client-side navigation, the policy of the first document remains.
   */
  allow(sources: CspSources): void;
}

/** The content security policy of one response. */
export class ContentSecurityPolicy implements PageCsp {
  readonly #rules: CspRules;
  readonly #allowed: Required<CspSources> = {
    script: [],
    frame: [],
    connect: [],
    formAction: [],
    payment: [],
  };

  constructor(rules: CspRules) {
    this.#rules = rules;
  }

  allow(sources: CspSources): void {
    for (const [kind, list] of Object.entries(sources) as [keyof CspSources, string[] | undefined][]) {
      this.#allowed[kind].push(...(list ?? []));
    }
  }

  /** The Permissions-Policy header of the response. */
  permissions(): string {
    return permissionsPolicy(this.#allowed.payment);
  }

  toString(nonce: string): string {
    const { connect, formAction, images, secure, development } = this.#rules;
    const allowed = this.#allowed;
    const join = (...sources: string[]) => sources.filter(Boolean).join(' ');
    return [
      "default-src 'self'",
      join("script-src 'self'", `'nonce-${nonce}'`, ...allowed.script),
      // Vite's development server adds its own style tags to the page.
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

/** @param vite whether Vite's development server serves the page, which then connects to it by a web socket */
export function cspRules(config: Config, { vite }: { vite: boolean }): CspRules {
  const base = new URL(config.publicUrl);
  const port = base.port ? `:${base.port}` : '';
  const store = [config.storage.kind === 's3' ? storeOrigin(config.storage) : config.publicUrl];
  return {
    connect: [...store, ...(vite ? [`ws://*:${base.port}`, `ws://${base.host}`] : [])],
    // A form post may be redirected to another host of the portal (D15): the base host or any branded host.
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

/** Headers of every response. */
export function commonHeaders(config: Config): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // With `no-referrer`, browsers would send `Origin: null` with the portal's own forms.
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (config.publicUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  }
  return headers;
}

function permissionsPolicy(payment: readonly string[]): string {
  const payers = ['self', ...payment.map((origin) => `"${origin}"`)].join(' ');
  return (
    'accelerometer=(), browsing-topics=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    `magnetometer=(), microphone=(), midi=(), serial=(), usb=(), camera=(self), payment=(${payers})`
  );
}

/** Additional headers of pages. */
export const pageHeaders: [string, string][] = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['Permissions-Policy', permissionsPolicy([])],
];
