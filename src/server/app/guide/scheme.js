// What the site has stored in this browser, before anything is painted and whenever it changes: the colours, by the rule of
// the site's own scheme.js, and whether somebody is signed in.
(() => {
  /** The site's session, while it holds. */
  window.siteSession = () => {
    try {
      const token = localStorage.getItem('authToken');
      const { exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
      return exp * 1000 > Date.now() ? token : null;
    } catch {
      return null;
    }
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = 'light';
    try {
      if (localStorage.getItem('themeChoice') === 'system') choice = 'system';
      else if (localStorage.getItem('darkTheme') === '1') choice = 'dark';
    } catch {
      // Storage is switched off: light.
    }
    const dark = choice === 'system' ? system.matches : choice === 'dark';
    const page = document.documentElement.dataset;
    page.who = window.siteSession() === null ? 'guest' : 'person';
    page.choice = choice;
    page.scheme = dark ? 'dark' : 'light';
    dispatchEvent(new Event('scheme'));
  };
  addEventListener('storage', apply);
  system.addEventListener('change', apply);
  apply();
})();
