// Puts the stored display preferences on the page before the first paint, and whether somebody seems to be signed in:
// the identity library's cookie says so and opens nothing. Loaded as a blocking script in the head,
// because the page's policy forbids inline ones. Same names and values as src/lib/preferences.ts.
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
  const signedIn = () => {
    try {
      return /(?:^|; )auth0\.[^=;]+\.is\.authenticated=true(?:;|$)/.test(document.cookie);
    } catch {
      return false;
    }
  };
  document.documentElement.toggleAttribute('data-signed-in', signedIn());
  const theme = read('theme');
  const dark =
    theme === 'dark' || (theme === 'default' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const mirror = () => {
    if (document.body === null) return false;
    for (const name of Object.keys(allowed)) document.body.dataset[name] = read(name);
    return true;
  };
  if (mirror()) return;
  // The body is not there yet. An observer is told of it before anything is painted.
  const observer = new MutationObserver(() => {
    if (mirror()) observer.disconnect();
  });
  observer.observe(document.documentElement, { childList: true });
})();
