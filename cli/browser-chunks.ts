/**
 * How the code for browsers is divided into files, so that a page's first visit asks for at most 12. A chunk that a
 * page loads for one component alone should be small; the bench prints the files and the size of each page.
 */

const components = (names: string) => `/app/components/(?:${names})\\.tsx?$`;
const routes = (names: string) => `/app/routes/(?:${names})\\.tsx?$`;
const modules = (names: string) => `/modules/(?:${names})\\.ts$`;
const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));

/** Changes only with the dependencies, so that browsers can keep it across releases. */
const framework = anyOf(
  '/node_modules/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)/',
  'rolldown/runtime',
);

/** What nearly every page uses. /login loads no other shared code. */
const everyday = anyOf(
  'vite/preload-helper|inter-latin-wght-normal',
  '/app/(?:kept-page|terms-due|title|intents|script-cookies)\\.ts$',
  components(
    'connection/[a-z-]+|quiet-revalidation|refusal|credential|icon|button|later-press|nonce|toasts|banner|shield-id|page|page-focus|form/(?:check|state|form|summary|field|grouped|password|shown-for)|shell/(?:admin-session-banner|logo|footer|open-frames|types|head-script|style-sheets)',
  ),
  routes('shell/(?:use-root|vitals|error-page)|network/invited-banner'),
  modules(
    'identity/(?:fields|limits)|platform/(?:browser|limits|fields/(?:field|html|kinds|reading|length))',
  ),
);

/** What every page of the signed-in area loads or most of them use. Nothing here may import the parts of tables. */
const signedIn = anyOf(
  components(
    'grid/(?:page|person)|after-navigation|avatar|browser-layout-effect|cards|copy-button|crumbs|document|email|fetcher-end|gate-dialog|grade|hash-forward|in-place|menu|one-at-a-time|polling|popover|progress|route-dialog|row-form|tabs|timeline|verified|form/(?:choices|select|typed-forms)|shell/[a-z-]+',
  ),
  routes(
    'identity/session-[a-z]+|shell/(?:release-notes-link|session-changed|tour|tour-steps|use-hash-forward)|user/(?:hash-forward|profile-tabs)',
  ),
  modules(
    'network/limits|applications/limits|platform/(?:texts|fields/(?:email|invisible|lookalikes|punycode|search|states))',
  ),
);

/** What the home page and the pages that its cards lead to use. */
const home = anyOf(
  routes('user/(?:checks-card|promotion-card|seen-[a-z]+)|network/(?:invitation-terms|search-form)'),
  modules('enterprise/limits|purchasing/(?:limits|texts)'),
);

/** What tables are made of. */
const grid = anyOf(
  '/node_modules/(?:@tanstack|use-sync-external-store)/',
  components('grid/[a-z-]+|row-toggle'),
);

/** What pages share of one part of the product. */
const parts = {
  account: anyOf(
    components('form/code-boxes|dead-link'),
    routes('(?:identity|security|privacy|user)/[a-z-]+'),
    modules('identity/texts|platform/fields/(?:codes|domains)'),
  ),
  application: anyOf(
    components('form/(?:file|autosave|repeat|state-select)'),
    routes('(?:application|score|disputes|verification)/[a-z-]+'),
    modules('applications/(?:texts|fields|statuses)'),
  ),
  purchase: anyOf(routes('purchase/[a-z-]+'), modules('purchasing/(?:fields|statuses)')),
  company: anyOf(
    routes('(?:team|developers)/[a-z-]+|network/attestation-note'),
    modules('network/fields|enterprise/(?:texts|fields)'),
  ),
  people: anyOf(
    components('pages-foot|sure'),
    routes('(?:network|alerts|bulk|dashboard)/[a-z-]+'),
    modules('network/(?:texts|statuses)'),
  ),
  adverse: anyOf(routes('adverse/[a-z-]+|admin/(?:audit-words|last-change|changed-meanwhile)')),
  console: anyOf(routes('admin/(?:[a-z]+/)?[a-z-]+'), modules('admin/(?:texts|fields|statuses|limits)')),
  reference: anyOf(routes('api/[a-z-]+')),
};

/** The groups of the bundler, the first that matches a module first. What one page alone uses stays in its own file. */
export const browserChunks = [
  { name: 'framework', test: framework },
  { name: 'everyday', test: everyday },
  { name: 'signed-in', test: signedIn },
  { name: 'home', test: home },
  { name: 'grid', test: grid },
  ...Object.entries(parts).map(([name, test]) => ({ name, test, minShareCount: name === 'console' ? 2 : 3 })),
].map((group, at, all) => ({ ...group, priority: all.length - at }));
