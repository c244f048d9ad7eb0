// Who may know whom: docs/ARCHITECTURE.md in a form that fails the build. Run by `npm run check:boundaries`,
// which adds what imports cannot show (tools/check-boundaries.mjs). Each rule is proven to fire by
// tools/check-boundaries.test.mjs.

/** Server slices from the ground up; a slice may import those before it, never one beside or after it. */
const SLICE_LAYERS = [
  ['identity'],
  ['billing'],
  ['businesses'],
  ['connections'],
  ['reviews', 'deletion-requests'],
  ['sync'],
  ['imports', 'platform-webhooks'],
  ['avatars', 'embed-traffic'],
  ['embed-serving'],
  ['embeds', 'collection', 'mail'],
  ['help'],
  ['errors'],
  ['analytics'],
  ['admin'],
];
/** The server's floors; each may import those before it. */
const FLOORS = ['lib', 'config', 'db'];
const OURS = '^(contract|design|locales|service|guest|identity|server|web|react|simulators|e2e|bench|tools)/';
const TESTS = '[.]test[.][cm]?[jt]sx?$|^(server|guest|identity|web|react|contract)/src/testing/';

const upward = SLICE_LAYERS.flatMap((layer, height) =>
  layer.map((slice) => {
    const reachable = [slice, ...SLICE_LAYERS.slice(0, height).flat()];
    return {
      name: `slice-upward-${slice}`,
      comment:
        'A slice imports only slices below it. An upward need is a job, or a hook that the slice above fills.',
      severity: 'error',
      from: { path: `^server/src/features/${slice}/`, pathNot: TESTS },
      to: { path: '^server/src/features/', pathNot: `^server/src/features/(${reachable.join('|')})/` },
    };
  }),
);

const floors = [
  ...FLOORS.map((floor, height) => [
    floor,
    // Settings come from the manifests of connectors; `registry-asked-by-few` keeps the others away from them.
    [...FLOORS.slice(0, height + 1), ...(floor === 'config' ? ['connectors'] : [])],
  ]),
  ['connectors', ['lib', 'connectors']],
  ['jobs', [...FLOORS, 'jobs']],
  ['http', [...FLOORS, 'http']],
  ['events', [...FLOORS, 'jobs', 'events']],
  ['slices', [...FLOORS, 'jobs', 'events', 'http', 'slices', 'connectors']],
  ['features', [...FLOORS, 'jobs', 'events', 'http', 'slices', 'features', 'connectors']],
].map(([floor, reachable]) => ({
  name: `server-floor-${floor}`,
  comment:
    'lib < connectors < config < db < jobs < events, http < slices < features < app: a floor imports only floors below it.',
  severity: 'error',
  from: { path: `^server/src/${floor}/`, pathNot: TESTS },
  to: { path: '^server/src/', pathNot: `^server/src/(${reachable.join('|')})/` },
}));

/** `from` may import, of our own workspaces, only what `may` matches; files that match `except` are not held to it. */
function onlyOurs(name, from, may, comment, except) {
  return {
    name,
    comment,
    severity: 'error',
    from: except === undefined ? { path: from } : { path: from, pathNot: except },
    to: { path: OURS, pathNot: may },
  };
}

module.exports = {
  forbidden: [
    onlyOurs(
      'contract-knows-nobody',
      '^contract/',
      '^contract/',
      'The contract is what the others agree on.',
    ),
    {
      name: 'contract-schema-library-only',
      comment: 'The contract is loaded by server, browser and tests alike.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TESTS },
      to: { pathNot: `${OURS}|^(node_modules/)?(zod|@orpc/contract)(/|$)` },
    },
    onlyOurs(
      'design-knows-nobody',
      '^design/',
      '^design/',
      'The visual language is values; whoever draws takes them.',
    ),
    onlyOurs(
      'service-knows-nobody',
      '^service/',
      '^service/',
      'What both HTTP services stand on knows neither of them, nor the product.',
    ),
    onlyOurs('locales-know-nobody', '^locales/', '^locales/', 'Locales are texts.'),
    onlyOurs(
      'guest-knows-contract-and-locales',
      '^guest/',
      '^(guest|contract|design|locales)/',
      'Widgets and guest pages know the snapshot, not who makes it.',
    ),
    {
      name: 'guest-client-types-only',
      comment:
        "A visitor's browser loads the few bytes of the client itself; types vanish, values would not.",
      severity: 'error',
      from: { path: '^guest/src/[^/]+/client/', pathNot: TESTS },
      to: { path: '^(contract|locales)/|^guest/src/[^/]+/render/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'guest-client-no-packages',
      comment: 'No framework in the visitor’s browser.',
      severity: 'error',
      from: { path: '^guest/src/[^/]+/client/', pathNot: TESTS },
      to: { pathNot: OURS, dependencyTypesNot: ['type-only'] },
    },
    onlyOurs(
      'identity-knows-locales-and-service',
      '^identity/',
      '^(identity|design|locales|service)/',
      'The sign-in service can be replaced by a hosted one: nothing of the product may grow into it.',
    ),
    onlyOurs(
      'web-knows-contract-guest-locales',
      '^web/',
      '^(web|contract|design|guest|locales)/|^tools/lib/text-imports[.]mjs$',
      'The web app reaches the server by HTTP only.',
    ),
    {
      name: 'web-feature-isolated',
      comment: 'web/features/a never imports web/features/b; web/app joins them.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-ground-knows-no-feature',
      comment: 'ui and lib are without product words; features do not know who joins them.',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(app|features|site)/' },
    },
    {
      name: 'web-feature-knows-no-app',
      comment: 'Only web/app joins features.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(app|site)/' },
    },
    onlyOurs(
      'server-knows-no-front-end',
      '^server/',
      '^(server|contract|design|guest|identity|locales|service)/',
      'The server renders guest pages and starts identity; it knows neither web nor simulators. Its tests start simulators.',
      TESTS,
    ),
    ...floors,
    {
      name: 'connector-knows-the-kit-only',
      comment:
        'A connector speaks one platform: lib, contract and the kit, never the database, config or a slice.',
      severity: 'error',
      from: { path: '^server/src/connectors/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^(server|guest|identity|locales|service)/',
        pathNot:
          '^server/src/(lib|connectors/kit|connectors/$1)/|^server/src/connectors/(connector|manifest)[.]ts$',
      },
    },
    {
      name: 'registry-asked-by-few',
      comment:
        'Only connections, reviews, sync and platform-webhooks ask for connectors; config reads their manifests, app.ts puts the registry together, roles/ and slices/ know the interface.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: `^server/src/(features/(connections|reviews|sync|platform-webhooks)|connectors|config)/|^server/src/(app|main)[.]ts$|^server/src/(roles|slices)/|${TESTS}`,
      },
      to: { path: '^server/src/connectors/(registry|connector|manifest)[.]ts$' },
    },
    {
      name: 'connector-behind-the-registry',
      comment: 'Outside connectors/ nobody names one connector; the registry does.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/connectors/|^server/src/app[.]ts$|${TESTS}` },
      to: { path: '^server/src/connectors/[^/]+/', pathNot: '^server/src/connectors/kit/' },
    },
    ...upward,
    {
      name: 'slice-through-its-index',
      comment:
        "Other slices see a slice's index.ts (its functions) and module.ts (how it is built), nothing else.",
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^server/src/features/[^/]+/.+',
        pathNot: '^server/src/features/$1/|^server/src/features/[^/]+/(index|module)[.]ts$',
      },
    },
    {
      name: 'slice-through-its-index-from-app',
      comment: "The composition root sees a slice's index.ts and module.ts only, too.",
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/features/|${TESTS}` },
      to: {
        path: '^server/src/features/[^/]+/.+',
        pathNot: '^server/src/features/[^/]+/(index|module)[.]ts$',
      },
    },
    onlyOurs(
      'react-knows-the-reserve-only',
      '^react/',
      '^react/|^guest/src/embed/render/reserve-length[.]tsx$',
      'The package goes into other people’s bundles: nothing of the product may ride along.',
      TESTS,
    ),
    onlyOurs(
      'simulators-know-nobody',
      '^simulators/',
      '^simulators/',
      'A simulator written from our own types would repeat our misreading of the platform.',
    ),
    {
      name: 'nobody-imports-simulators',
      comment: 'Simulators are reached by base URL.',
      severity: 'error',
      from: { path: '^(contract|design|locales|service|guest|identity|server|web|react)/', pathNot: TESTS },
      to: { path: '^simulators/' },
    },
    {
      name: 'production-imports-no-tests',
      comment: 'What tests need is not shipped.',
      severity: 'error',
      from: {
        path: '^(contract|design|locales|service|guest|identity|server|web|react|simulators)/',
        pathNot: TESTS,
      },
      to: { path: `${TESTS}|^e2e/` },
    },
    {
      name: 'no-circles',
      comment:
        'Two files that import each other, types included, are one file, or lack a third that both import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere hides from every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|[.](css|svg|sql|woff2)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    preserveSymlinks: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'browser'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
