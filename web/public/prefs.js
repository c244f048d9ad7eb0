// Applies the stored display preferences before the first paint, and tells the style sheets whether somebody seems to
// be signed in: the cookie of the identity library says so and grants nothing. The page loads this as a blocking
// script in the head, because its policy forbids inline ones. Names and values are those of src/lib/preferences.ts.
(() => {
  const allowed = {
    theme: ['default', 'colored', 'dark', 'light'],
    density: ['comfortable', 'compact'],
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
  // The body does not exist yet. The browser runs an observer before it paints anything.
  const observer = new MutationObserver(() => {
    if (mirror()) observer.disconnect();
  });
  observer.observe(document.documentElement, { childList: true });
})();
