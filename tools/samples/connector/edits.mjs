/** A connector with a sign-in, its simulator, and no replies. */
export const names = { platform: 'acme' };

export const edits = [
  {
    path: 'contract/src/platforms.ts',
    before: '] as const;\nexport type Platform',
    insert: ", 'acme'",
  },
  {
    path: 'server/src/connectors/registry.ts',
    before: 'import { facebookManifest }',
    insert: "import { acmeManifest } from './acme/manifest.ts';\n",
  },
  {
    path: 'server/src/connectors/registry.ts',
    before: '];\n\n/** At most one per platform',
    insert: '  acmeManifest,\n',
  },
  {
    path: 'guest/src/kit/source-mark.tsx',
    before: "  'first-party': (",
    insert: '  acme: <path fill="currentColor" d="M12 2 22 21H2z" />,\n',
  },
  {
    path: '.env.example',
    before: '# --- Mail ---',
    insert: '# Your Acme app: both or none.\n# ACME_CLIENT_ID=an-id\n# ACME_CLIENT_SECRET=a-secret\n\n',
  },
  {
    path: '.env.example',
    before: '# KINDLING_MAILBOX_URL=',
    insert: '# KINDLING_ACME_SIMULATOR_URL=http://127.0.0.1:4016\n',
  },
];

/** In every language. */
export const texts = {
  common: { source: { acme: 'Acme' } },
  embed: { source_acme: 'Acme' },
  connections: { platform: { acme: { pitch: 'Reviews of Acme.', access: 'Use the account of the shop.' } } },
};
