// The import rules of docs/ARCHITECTURE.md. `npm run check:boundaries` runs them, together with checks that imports cannot
// show (tools/check-boundaries.mjs). tools/check-boundaries.test.mjs proves that each rule fires.

/** Server slices from the ground up; a slice may import those before it, never one beside or after it. */
const SLICE_LAYERS = [
  ['identity'],
  ['billing'],
  ['businesses'],
  ['connections'],
  ['reviews', 'deletion-requests'],
  ['reply-templates', 'assistant'],
  ['pipelines'],
  ['codes'],
  ['sync'],
  ['imports', 'platform-webhooks'],
  ['tags'],
  ['bulk-actions', 'saved-views'],
  ['avatars', 'embed-traffic'],
  ['embed-serving'],
  ['embeds', 'mail'],
  ['help', 'team', 'submissions', 'payments', 'preview-links'],
  ['review-requests', 'plan-notices'],
  ['feedback'],
  ['collect-pages'],
  ['errors'],
  ['analytics'],
  ['reports'],
  ['alerts'],
  ['exports'],
  ['activity'],
  ['backups'],
  ['admin-sync-schedule'],
  ['maintenance'],
  ['admin-dashboard'],
  ['admin-users'],
  ['mailings'],
];
/** The server's layers; each may import those before it. */
const SERVER_LAYERS = ['lib', 'config', 'db'];
const OURS = '^(contract|design|locales|service|guest|identity|server|web|react|simulators|e2e|bench|tools)/';
const TESTS = '[.]test[.][cm]?[jt]sx?$|^(server|service|guest|identity|web|react|contract)/src/testing/';

/** A slice outside the layers would be held to none of them. */
const hasLayer = {
  name: 'slice-has-a-layer',
  comment: 'Every slice stands in SLICE_LAYERS.',
  severity: 'error',
  from: {
    path: '^server/src/features/',
    pathNot: `^server/src/features/(${SLICE_LAYERS.flat().join('|')})/`,
  },
  to: {},
};

const sliceRules = SLICE_LAYERS.flatMap((layer, height) =>
  layer.map((slice) => {
    const reachable = [slice, ...SLICE_LAYERS.slice(0, height).flat()];
    return {
      name: `lower-slices-only-${slice}`,
      comment:
        'A slice imports only lower slices. What it needs from a higher slice is a job, or a hook that the higher slice fills.',
      severity: 'error',
      from: { path: `^server/src/features/${slice}/`, pathNot: TESTS },
      to: { path: '^server/src/features/', pathNot: `^server/src/features/(${reachable.join('|')})/` },
    };
  }),
);

const layerRules = [
  ...SERVER_LAYERS.map((layer, height) => [
    layer,
    // Settings come from the manifests of connectors; `connectors-used-by-listed-slices-only` keeps the others away from them.
    [...SERVER_LAYERS.slice(0, height + 1), ...(layer === 'config' ? ['connectors'] : [])],
  ]),
  ['connectors', ['lib', 'connectors']],
  ['jobs', [...SERVER_LAYERS, 'jobs']],
  ['http', [...SERVER_LAYERS, 'http']],
  ['events', [...SERVER_LAYERS, 'jobs', 'events']],
  ['slices', [...SERVER_LAYERS, 'jobs', 'events', 'http', 'slices', 'connectors']],
  ['features', [...SERVER_LAYERS, 'jobs', 'events', 'http', 'slices', 'features', 'connectors']],
].map(([layer, reachable]) => ({
  name: `lower-layers-only-${layer}`,
  comment:
    'lib < connectors < config < db < jobs < events, http < slices < features < app: a layer imports only lower layers.',
  severity: 'error',
  from: { path: `^server/src/${layer}/`, pathNot: TESTS },
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
      'contract-imports-no-workspace',
      '^contract/',
      '^contract/|^locales/languages[.]ts$',
      'The contract is shared by all workspaces, so it imports none of them; the languages are listed beside their texts.',
    ),
    {
      name: 'contract-imports-schema-library-only',
      comment: 'Server, browser and tests all load the contract.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TESTS },
      to: { pathNot: `${OURS}|^(node_modules/)?(zod|@orpc/contract)(/|$)` },
    },
    onlyOurs(
      'design-imports-no-workspace',
      '^design/',
      '^design/',
      'The design tokens are plain values that the other workspaces import.',
    ),
    onlyOurs(
      'service-imports-no-workspace',
      '^service/',
      '^service/',
      'The code that both HTTP services share imports neither of them.',
    ),
    onlyOurs('locales-import-no-workspace', '^locales/', '^locales/', 'Locales are texts.'),
    onlyOurs(
      'guest-imports-contract-design-locales',
      '^guest/',
      '^(guest|contract|design|locales)/',
      'Widgets and guest pages use the snapshot, not the server that makes it.',
    ),
    {
      name: 'guest-client-imports-types-only',
      comment:
        "A visitor's browser loads the few bytes of the client itself; types vanish, values would not.",
      severity: 'error',
      from: { path: '^guest/src/[^/]+/client/', pathNot: TESTS },
      to: { path: '^(contract|locales)/|^guest/src/[^/]+/render/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'guest-client-imports-no-packages',
      comment: 'Visitors’ browsers load no framework.',
      severity: 'error',
      from: { path: '^guest/src/[^/]+/client/', pathNot: TESTS },
      to: { pathNot: OURS, dependencyTypesNot: ['type-only'] },
    },
    onlyOurs(
      'identity-imports-design-locales-service',
      '^identity/',
      '^(identity|design|locales|service)/',
      'A hosted service can replace the sign-in service, so it must not depend on the product.',
    ),
    onlyOurs(
      'web-imports-contract-design-guest-locales',
      '^web/',
      '^(web|contract|design|guest|locales)/',
      'The web app reaches the server by HTTP only.',
    ),
    {
      name: 'web-feature-imports-no-other-feature',
      comment: 'web/features/a never imports web/features/b; web/app joins them.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-ui-and-lib-import-no-feature',
      comment: 'ui, lib and plan belong to no feature; features do not import the app that joins them.',
      severity: 'error',
      from: { path: '^web/src/(ui|lib|plan)/' },
      to: { path: '^web/src/(app|features|site)/' },
    },
    {
      name: 'web-feature-imports-no-app',
      comment: 'Only web/app joins features.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(app|site)/' },
    },
    onlyOurs(
      'server-imports-no-front-end',
      '^server/',
      '^(server|contract|design|guest|identity|locales|service)/',
      'The server renders guest pages and starts identity; it imports neither web nor simulators. Its tests start simulators.',
      TESTS,
    ),
    ...layerRules,
    {
      name: 'connector-imports-lib-and-kit-only',
      comment:
        'A connector reads one platform. It imports lib, contract and the kit, never the database, config or a slice.',
      severity: 'error',
      from: { path: '^server/src/connectors/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^(server|guest|identity|locales|service)/',
        pathNot:
          '^server/src/(lib|connectors/kit|connectors/$1)/|^server/src/connectors/(connector|manifest)[.]ts$',
      },
    },
    {
      name: 'connectors-used-by-listed-slices-only',
      comment:
        'Only connections, reviews, sync and platform-webhooks use connectors; config reads their manifests, app.ts and the command export-account create connectors, the command doctor reads manifests, processes/ and slices/ use the interface.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: `^server/src/(features/(connections|reviews|sync|platform-webhooks)|connectors|config)/|^server/src/(app|main)[.]ts$|^server/src/commands/(export-account[.]ts$|doctor/)|^server/src/(processes|slices)/|${TESTS}`,
      },
      to: { path: '^server/src/connectors/(registry|connector|manifest)[.]ts$' },
    },
    {
      name: 'connector-imported-by-the-registry-only',
      comment: 'Outside connectors/ only the registry names a connector.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/connectors/|^server/src/app[.]ts$|${TESTS}` },
      to: { path: '^server/src/connectors/[^/]+/', pathNot: '^server/src/connectors/kit/' },
    },
    hasLayer,
    ...sliceRules,
    {
      name: 'slice-imported-through-its-index',
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
      name: 'slice-imported-through-its-index-by-the-app',
      comment: "The composition root sees a slice's index.ts and module.ts only, too.",
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/features/|${TESTS}` },
      to: {
        path: '^server/src/features/[^/]+/.+',
        pathNot: '^server/src/features/[^/]+/(index|module)[.]ts$',
      },
    },
    onlyOurs(
      'react-imports-reserved-height-only',
      '^react/',
      '^react/|^guest/src/embed/render/reserve-length[.]tsx$',
      'Other people bundle the package, so it must not contain code of the product.',
      TESTS,
    ),
    onlyOurs(
      'simulators-import-no-workspace',
      '^simulators/',
      '^simulators/',
      'A simulator that used our own types would repeat our misunderstandings of the platform.',
    ),
    {
      name: 'simulators-imported-by-tests-only',
      comment: 'Simulators are called over HTTP, at a base URL.',
      severity: 'error',
      from: { path: '^(contract|design|locales|service|guest|identity|server|web|react)/', pathNot: TESTS },
      to: { path: '^simulators/' },
    },
    {
      name: 'production-imports-no-tests',
      comment: 'Code that only tests need is not part of the product.',
      severity: 'error',
      from: {
        path: '^(contract|design|locales|service|guest|identity|server|web|react|simulators)/',
        pathNot: TESTS,
      },
      to: { path: `${TESTS}|^e2e/` },
    },
    {
      name: 'no-import-cycles',
      comment:
        'Two files must not import each other, also not types: merge them, or move the shared part to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-have-targets',
      comment: 'No other rule sees an import without a target.',
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
