/** A screen with an entry in the sidebar, texts of its own and a new icon. */
export const names = { slice: 'board', name: 'board', area: 'board', id: 'board' };

export const edits = [
  { path: 'contract/src/screens.ts', before: "  | 'calendar'", insert: "  | 'board'\n" },
  {
    path: 'contract/src/screens.ts',
    before: "  {\n    id: 'reviews',",
    insert: `  {
    id: 'board',
    path: '/board',
    audience: 'Regular',
    area: 'board',
    state: 'built',
    sidebar: { icon: 'board', group: null, inQuickSwitcher: true },
  },
`,
  },
  { path: 'contract/src/screens.test.ts', before: "  '/businesses',", insert: "  '/board',\n" },
  {
    path: 'web/src/app/screens.ts',
    before: '  reviews: async () =>',
    insert: "  board: async () => (await import('../features/board/board-screen.tsx')).BoardScreen,\n",
  },
  { path: 'web/src/app/shell/icons.ts', before: '  IconCreditCard,', insert: '  IconClipboardText,\n' },
  { path: 'web/src/app/shell/icons.ts', before: '  calendar: Icon', insert: '  board: IconClipboardText,\n' },
  {
    path: 'web/src/app/shell/navigation.test.ts',
    before: "    '/reviews',\n    '/connections',",
    insert: "    '/board',\n",
  },
  {
    path: 'web/src/lib/i18n/areas.ts',
    before: 'import type businesses from',
    insert: "import type board from '@kindling/locales/en/board.json';\n",
  },
  { path: 'web/src/lib/i18n/areas.ts', before: '  businesses: typeof', insert: '  board: typeof board;\n' },
  {
    path: 'e2e/screens/app.spec.ts',
    before: '  businesses: heading(',
    insert: "  board: heading('Notice board'),\n",
  },
];

/** In every language, because the texts of a sample are nobody's translation. */
export const texts = {
  board: { title: 'Notice board', empty: 'Nothing here yet.' },
  app: { nav: { board: 'Notice board' } },
};
