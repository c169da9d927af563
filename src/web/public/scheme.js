// Sets the colour scheme before anything is painted. The same rule as in lib/scheme.ts.
(() => {
  const page = document.documentElement;
  let dark = false;
  let signedIn = false;
  try {
    dark =
      localStorage.getItem('themeChoice') === 'system'
        ? matchMedia('(prefers-color-scheme: dark)').matches
        : localStorage.getItem('darkTheme') === '1';
    signedIn = localStorage.getItem('authUser') !== null;
  } catch {
    // Storage is switched off: light, and nobody.
  }
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The page brings the first view of a visitor along; any other page waits for the script.
  if (!signedIn && location.search === '' && /^#?\/?$/.test(location.hash)) page.setAttribute('data-first-view', '');
})();
