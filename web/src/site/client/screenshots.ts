/** Shows the screenshots in the theme of the page, which a visitor may have chosen against that of the system. */
export function matchScreenshots(): void {
  const { mantineColorScheme: theme } = document.documentElement.dataset;
  if (theme === undefined) return;
  for (const source of document.querySelectorAll<HTMLSourceElement>('.screenshot source'))
    source.media = theme === 'dark' ? 'all' : 'not all';
}
