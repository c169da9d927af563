(() => {
  const app = document.getElementById('app');
  let apiToken = '';

  // Nothing of the page asks another origin for anything, and what is typed into it is forgotten with it.
  const configuration = () => ({
    url: app.dataset.document,
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
      preferredSecurityScheme: app.dataset.scheme,
      securitySchemes: { [app.dataset.scheme]: { token: apiToken, value: apiToken } },
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
    const chapters = [...app.querySelectorAll('button')].find((one) =>
      one.textContent.includes('Open Group - Introduction'),
    );
    if (chapters === undefined) return;
    opener.disconnect();
    chapters.click();
  });
  if (isWide) opener.observe(app, { childList: true, subtree: true });

  // The reference gives no name to the field of a parameter that carries the token.
  const nameFields = () => {
    for (const field of app.querySelectorAll('[contenteditable][role="combobox"]:not([aria-label])')) {
      field.setAttribute('aria-label', 'Name of the parameter');
      field.setAttribute('aria-expanded', 'false');
    }
  };
  if (app.dataset.scheme !== 'bearer')
    new MutationObserver(nameFields).observe(app, { childList: true, subtree: true });

  const status = document.getElementById('token');
  let filledFor = null;

  /** The reader's token and what to tell; a refusal is no reason to end the session, which belongs to the site. */
  const tokenOf = async (session) => {
    const headers = { Authorization: `Bearer ${session}` };
    const answer = await fetch('/api/user/token', { headers, cache: 'no-store' });
    const { data, error } = await answer.json();
    if (answer.status === 401) return ['', 'The session has ended: sign in on the site again.'];
    if (!answer.ok) return ['', error];
    if (data.status !== 'VALID') return ['', 'Your API token is disabled.'];
    return [data.token, 'Your token is filled in.'];
  };

  /** Fills in the reader's own token while the session lasts, and takes it out with it. */
  const look = async () => {
    const session = window.siteSession();
    if (session === filledFor) return;
    filledFor = session;
    const [token, told] =
      session === null ? ['', ''] : await tokenOf(session).catch(() => ['', 'Could not contact with server']);
    if (filledFor !== session) return;
    status.textContent = told;
    if (token === apiToken) return;
    apiToken = token;
    show();
  };
  addEventListener('storage', () => void look());
  void look();
})();
