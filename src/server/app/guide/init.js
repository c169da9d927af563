(() => {
  let apiToken = '';

  // Nothing of the page asks another origin for anything, and what is typed into it is forgotten with it.
  const configuration = () => ({
    url: '/openapi.json',
    servers: [{ url: location.origin }],
    theme: 'none',
    withDefaultFonts: false,
    forceDarkModeState: document.documentElement.dataset.scheme,
    hideDarkModeToggle: true,
    persistAuth: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    proxyUrl: '',
    showDeveloperTools: 'never',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: {
      preferredSecurityScheme: 'bearer',
      securitySchemes: { bearer: { token: apiToken } },
    },
  });
  const reference = Scalar.createApiReference('#app', configuration());
  const show = () => reference.updateConfiguration(configuration());

  // The reference reads its forced state only once.
  addEventListener('scheme', () => {
    const isDark = document.documentElement.dataset.scheme === 'dark';
    document.body.classList.toggle('dark-mode', isDark);
    document.body.classList.toggle('light-mode', !isDark);
  });

  // The guide's chapters stand closed in the sidebar, which narrow screens do not show.
  const isWide = matchMedia('(width >= 1000px)').matches;
  const opener = new MutationObserver(() => {
    const chapters = [...document.querySelectorAll('#app button')].find((one) =>
      one.textContent.includes('Open Group - Introduction'),
    );
    if (chapters === undefined) return;
    opener.disconnect();
    chapters.click();
  });
  if (isWide) opener.observe(document.getElementById('app'), { childList: true, subtree: true });

  /** The site's session in this browser, while it holds. */
  const session = () => {
    try {
      const token = localStorage.getItem('authToken');
      const { exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
      return exp * 1000 > Date.now() ? token : null;
    } catch {
      return null;
    }
  };

  const bar = document.getElementById('token');
  const button = bar.querySelector('button');
  const status = bar.querySelector('[role=status]');

  const look = () => {
    bar.hidden = session() === null;
    if (!bar.hidden || apiToken === '') return;
    apiToken = '';
    status.textContent = '';
    show();
  };

  /** What to tell about an answer; a refusal is no reason to end the session, which belongs to the site. */
  const use = async (answer) => {
    const { data, error } = await answer.json();
    if (answer.status === 401) return 'The session has ended: sign in on the site again.';
    if (!answer.ok) return error;
    if (data.status !== 'VALID') return 'Your API token is disabled.';
    apiToken = data.token;
    show();
    return 'Your token is filled in.';
  };

  button.addEventListener('click', async () => {
    const token = session();
    if (token === null) return look();
    button.disabled = true;
    try {
      status.textContent = await use(
        await fetch('/api/user/token', { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store' }),
      );
    } catch {
      status.textContent = 'Could not contact with server';
    }
    button.disabled = false;
  });
  addEventListener('storage', look);
  look();
})();
