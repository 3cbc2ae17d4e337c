/**
 * The house's floor plan as rules. Imports run downwards only:
 *
 *   app/  jobs/  cli/      three doors
 *   modules/*.ts           the composition root: portal.ts, adapters.ts and subscriptions.ts
 *   modules/admin > network > purchasing > applications > enterprise > identity > platform
 *   sandboxes/             outside services that behave, for development: only the root, the doors and tests know them
 *   embedded-database/     the PostgreSQL of a development portal: only the command line and tests start it
 *   migrations/            the schema's history
 *
 * Each rule's comment says how to mend a violation. test/checks/boundaries.test.ts proves each of them by a
 * planted violation.
 */
/** What a browser may hold besides a module's forms.ts; vite.config.ts bundles these and refuses all else. */
const browserFaces = '^modules/([^/]+/(fields|limits|statuses|texts)|platform/(browser|fields/[a-z]+))\\.ts$';

/** What the process that reads files is made of, without its entry. */
const decoders = '^modules/platform/files/(pdf|drawing|pictures|inflated|tables/\\w+';

const floors = ['platform', 'identity', 'enterprise', 'applications', 'purchasing', 'network', 'admin'];

/** One rule for each floor that has floors above it. */
const floorRules = floors.slice(0, -1).map((floor, index) => ({
  name: `floor-${floor}`,
  severity: 'error',
  comment:
    `${floor} knows no floor above it. Move the call to the higher module, or publish an event here and ` +
    'subscribe to it above (modules/subscriptions.ts); what must be answered here from above is kept as a fact.',
  from: { path: `^modules/${floor}/` },
  to: { path: `^modules/(${floors.slice(index + 1).join('|')})/` },
}));

export default {
  forbidden: [
    ...floorRules,
    {
      name: 'modules-know-no-door',
      severity: 'error',
      comment:
        'A module does not know who calls it. Pass what it needs as an argument, or turn the dependency round ' +
        'with an event, a job or a port.',
      from: { path: '^modules/' },
      to: { path: '^(app|jobs|cli)/' },
    },
    {
      name: 'modules-know-no-composition-root',
      severity: 'error',
      comment:
        'portal.ts, adapters.ts and subscriptions.ts gather the modules; a module is handed its Portal in the work.',
      from: { path: '^modules/[^/]+/' },
      to: { path: '^modules/[^/]+\\.ts$' },
    },
    {
      name: 'one-face',
      severity: 'error',
      comment:
        "Others import a module's index.ts (server) or forms.ts, statuses.ts, texts.ts and limits.ts (browser) only. Export what " +
        'is needed there, or call an operation instead.',
      from: { path: '^(modules/([^/]+)/|sandboxes/|app/|jobs/|cli/)' },
      to: {
        path: '^modules/[^/]+/',
        pathNot: [
          '^modules/[^/]+/(index|forms)\\.ts$',
          '^modules/platform/starting\\.ts$',
          browserFaces,
          '^modules/$2/',
        ],
      },
    },
    {
      name: 'modules-know-no-sandbox',
      severity: 'error',
      comment:
        'A module asks for an outside service by its port; modules/adapters.ts chooses between the live adapter and ' +
        'the sandbox.',
      from: { path: '^modules/[^/]+/' },
      to: { path: '^sandboxes/' },
    },
    {
      name: 'pages-know-no-sandbox',
      severity: 'error',
      comment: 'Only the pages under /dev, which production does not serve, show what a sandbox kept.',
      from: { path: '^app/', pathNot: '^app/routes/dev/' },
      to: { path: '^sandboxes/' },
    },
    {
      name: 'one-face-of-a-sandbox',
      severity: 'error',
      comment: "Others import a sandbox's index.ts only. Export there what the root, a door or a test needs.",
      from: { path: '^(modules|app|jobs|cli|test|sandboxes/([^/]+))/' },
      to: { path: '^sandboxes/', pathNot: ['^sandboxes/[^/]+/index\\.ts$', '^sandboxes/$2/'] },
    },
    {
      name: 'sandboxes-know-no-door',
      severity: 'error',
      comment: 'A sandbox stands outside the portal: it answers a port, or calls back over HTTP.',
      from: { path: '^sandboxes/' },
      to: { path: '^((app|jobs|cli)/|modules/[^/]+\\.ts$)' },
    },
    {
      name: 'embedded-database-for-development',
      severity: 'error',
      comment:
        'The portal is handed the address of its database. Only the command line and the tests start a server.',
      from: { path: '^(modules|sandboxes|app|jobs|migrations)/' },
      to: { path: '^embedded-database/' },
    },
    {
      name: 'embedded-database-stands-alone',
      severity: 'error',
      comment:
        'The server starts before there is a portal, also in small processes of the tests: of the portal it knows ' +
        'the units of time, the errors of a start, and what an address of a database is.',
      from: { path: '^embedded-database/' },
      to: {
        path: '^(modules|sandboxes|app|jobs|cli|migrations)/',
        pathNot: '^modules/platform/(browser|start-error|database/address)\\.ts$',
      },
    },
    {
      name: 'files-are-read-apart',
      severity: 'error',
      comment:
        'What decodes files of people runs in a process of its own (D126). Call readFile of modules/platform/files; a ' +
        'new kind of file is a task in its tasks.ts.',
      from: { path: '^(modules|sandboxes|app|jobs|cli)/', pathNot: `${decoders}|reading-process)\\.ts$` },
      to: { path: `${decoders})\\.ts$` },
    },
    {
      name: 'root-reads-faces',
      severity: 'error',
      comment:
        'The composition root takes index.ts, api.ts, entities.ts and the tables (texts, limits, refusals, audit) only.',
      from: { path: '^modules/[^/]+\\.ts$' },
      to: {
        path: '^modules/[^/]+/',
        pathNot: '^modules/[^/]+/(index|api|entities|texts|limits|refusals|audit)\\.ts$',
      },
    },
    {
      name: 'entities-never-leave',
      severity: 'error',
      comment:
        'Entities stay in their module. Answer plain rows: declare the type of the answer in the module.',
      from: { path: '^modules/[^/]+/(index|forms|api)\\.ts$' },
      to: { path: '^modules/[^/]+/entities' },
    },
    {
      name: 'forms-are-browser-safe',
      severity: 'error',
      comment:
        'forms.ts is bundled for the browser: it imports zod, texts.ts, limits.ts and forms.ts of its own and lower ' +
        'modules, and browser.ts and fields.ts of platform. Move anything else to a server file.',
      from: { path: '^modules/[^/]+/forms\\.ts$' },
      to: {
        pathNot: [browserFaces, '^modules/[^/]+/forms\\.ts$', '(^|/)node_modules/zod/'],
      },
    },
    {
      name: 'browser-faces-are-safe',
      severity: 'error',
      comment:
        'statuses.ts, texts.ts, limits.ts, and browser.ts and fields.ts of platform are bundled for the browser: they know zod and ' +
        'each other, no more.',
      from: { path: browserFaces },
      to: { pathNot: [browserFaces, '(^|/)node_modules/zod/'] },
    },
    {
      name: 'components-know-no-server',
      severity: 'error',
      comment:
        "Components run in the browser: they get their data as props and may import a module's forms.ts only.",
      from: { path: '^app/components/' },
      to: {
        path: [
          '^modules/',
          '^app/server/',
          '\\.server\\.tsx?$',
          '^(fs|os|path|net|http|crypto|stream|child_process)$',
        ],
        pathNot: ['^modules/[^/]+/forms\\.ts$', browserFaces],
      },
    },
    {
      name: 'pages-know-no-database',
      severity: 'error',
      comment:
        'No ORM and no SQL under app/ (app/server/ is the web server itself). Call an operation of a module.',
      from: { path: '^app/', pathNot: '^app/server/' },
      to: { path: '(^|/)node_modules/(@mikro-orm|kysely|pg|graphile-worker)(/|$)' },
    },
    {
      name: 'doors-hold-no-database',
      severity: 'error',
      comment: 'Jobs and commands call operations: entities and the mapper stay in the modules.',
      from: { path: '^(jobs|cli)/' },
      to: { path: '(^|/)node_modules/@mikro-orm(/|$)' },
    },
    {
      name: 'pages-know-no-other-door',
      severity: 'error',
      comment:
        'A page calls an operation, which may enqueue a job; it knows neither job handlers nor commands.',
      from: { path: '^app/', pathNot: '^app/server/' },
      to: { path: '^(jobs|cli)/' },
    },
    {
      name: 'server-knows-no-command',
      severity: 'error',
      comment: 'The command line starts the web server, never the reverse. Take what is shared to a module.',
      from: { path: '^app/server/' },
      to: { path: '^cli/' },
    },
    {
      name: 'jobs-know-no-other-door',
      severity: 'error',
      comment: 'A job handler calls one operation of a module; what it shares with a page belongs there.',
      from: { path: '^jobs/' },
      to: { path: '^(app|cli)/' },
    },
    {
      name: 'commands-know-no-page',
      severity: 'error',
      comment: 'The command line may start app/server and the jobs; pages and components are not for it.',
      from: { path: '^cli/' },
      to: { path: '^app/', pathNot: '^app/server/' },
    },
    {
      name: 'migrations-stand-alone',
      severity: 'error',
      comment:
        'A migration must do the same for ever: write its SQL out instead of importing code that will change.',
      from: { path: '^migrations/' },
      to: { path: '^(modules|sandboxes|embedded-database|app|jobs|cli|test)/' },
    },
    {
      name: 'source-knows-no-test',
      severity: 'error',
      comment: 'Nothing that ships imports the tests. Move what is shared to where it belongs in the source.',
      from: { path: '^(modules|sandboxes|embedded-database|app|jobs|cli|migrations)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Files that import each other, if only for a type, cannot be read or changed one at a time. Move what ' +
        'both need to a third file, or pass it as an argument.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment:
        'The import leads nowhere. Inside a module imports are relative, across folders #modules/… with .ts.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'declared-packages',
      severity: 'error',
      comment: 'The package is not in package.json: it is there by accident. Declare it, or do without.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'A production install has no devDependencies. Move the package to dependencies.',
      // Pages that reload, which production refuses.
      from: {
        path: '^(modules|sandboxes|embedded-database|jobs|cli|migrations|app/server)/',
        pathNot: '^cli/reload\\.ts$',
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '/node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|test/checks/planted|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
