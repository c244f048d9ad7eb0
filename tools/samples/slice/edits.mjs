/** A slice with two routes, a table and a job. */
export const names = { slice: 'notes', NNNN: '9000' };

const row = (status) => `{
    "access": "user",
    "nobody": 401,
    "stranger": 403,
    "regular": ${status},
    "blocked": 403,
    "admin": 403
  },
  `;

export const edits = [
  {
    path: 'contract/src/api.ts',
    before: "import { profile } from './profile.ts';",
    insert: "import { notes } from './notes.ts';\n",
  },
  { path: 'contract/src/api.ts', before: 'news,\n  billing,', insert: 'notes,\n  ' },
  { path: '.dependency-cruiser.cjs', before: "  ['errors'],", insert: "  ['notes'],\n" },
  {
    path: 'server/src/app.ts',
    before: 'import { platformWebhooksSlice }',
    insert: "import { notesSlice } from './features/notes/module.ts';\n",
  },
  { path: 'server/src/app.ts', before: '  errorsSlice,\n', insert: '  notesSlice,\n' },
  {
    path: 'server/src/http/authz-matrix.json',
    before: '"GET /businesses": {',
    insert: `"GET /notes": ${row(200)}"POST /notes": ${row(201)}`,
  },
  {
    path: 'server/src/testing/api-requests.ts',
    before: "  'GET /businesses': ()",
    insert: `  'GET /notes': () => ({ method: 'GET', path: '/notes' }),
  'POST /notes': () => ({ method: 'POST', path: '/notes', body: { text: 'Ask Ann.' } }),
`,
  },
  {
    path: 'server/src/testing/tenant-fixture.ts',
    before: "  await user.call('PUT', '/profile/picture'",
    insert: `  await user.call('POST', '/notes', { text: \`\${mark} note\` });\n`,
  },
  {
    path: 'docs/glossary.md',
    before: '| business                |',
    insert: '| note | what the people of an account tell each other | `notes` | `Note` | - |\n',
  },
  {
    path: 'docs/ARCHITECTURE.md',
    before: '| `accounts.erase-due` ',
    insert: '| `notes.tidy` | once a day | deletes notes that are a year old |\n',
  },
];

/** Run in the tree after the edits. */
export const commands = [['server/src/db/generate-types.ts']];
export const generated = ['server/src/db/types.gen.ts'];
export const generatedFrom = 'server/src/db/migrations/';
