/** A language with the texts of English: the folder is copied, as the steps say. */
export const names = { language: 'sv' };

export const copies = [
  { from: 'locales/en', to: 'locales/sv' },
  { from: 'locales/glossary/en.json', to: 'locales/glossary/sv.json' },
];
export const edits = [
  {
    path: 'locales/languages.ts',
    before: '  sr: {',
    insert: "  sv: { name: 'Svenska', tag: 'sv', openGraph: 'sv_SE', offered: true },\n",
  },
];
