// The colours that the site has stored in this browser, by the rule of the site's own scheme.js, and whenever they change.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let dark = false;
    try {
      dark =
        localStorage.getItem('themeChoice') === 'system' ? system.matches : localStorage.getItem('darkTheme') === '1';
    } catch {
      // Storage is switched off: light.
    }
    document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
    dispatchEvent(new Event('scheme'));
  };
  addEventListener('storage', apply);
  system.addEventListener('change', apply);
  apply();
})();
