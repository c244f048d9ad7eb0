// Puts the stored display preferences on the page before the first paint. Loaded as a blocking script,
// because the page's policy forbids inline ones. Same keys and values as src/lib/preferences.ts.
(() => {
  const allowed = {
    theme: ['default', 'colored', 'dark', 'light'],
    layout: ['fluid', 'boxed'],
    sidebarPosition: ['left', 'right'],
    sidebarBehavior: ['sticky', 'fixed', 'compact'],
  };
  const read = (name) => {
    try {
      const value = localStorage.getItem(name);
      return allowed[name].includes(value) ? value : allowed[name][0];
    } catch {
      return allowed[name][0];
    }
  };
  for (const name of Object.keys(allowed)) document.body.dataset[name] = read(name);
  const theme = document.body.dataset.theme;
  const dark =
    theme === 'dark' || (theme === 'default' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
