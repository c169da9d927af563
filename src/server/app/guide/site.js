// What the header and the footer of the site do on these pages: the choice of colours, and whom to write to.
(() => {
  const all = (selector) => document.querySelectorAll(selector);

  const look = () => {
    for (const choice of all('.theme input')) choice.checked = choice.value === document.documentElement.dataset.choice;
  };
  for (const choice of all('.theme input'))
    choice.addEventListener('change', () => {
      try {
        if (choice.value === 'system') localStorage.setItem('themeChoice', 'system');
        else {
          localStorage.removeItem('themeChoice');
          localStorage.setItem('darkTheme', choice.value === 'dark' ? '1' : '0');
        }
      } catch {
        // Storage is switched off: the page stays as it is.
      }
      dispatchEvent(new Event('storage'));
    });
  addEventListener('storage', look);
  look();

  const findContact = async () => {
    const { data } = await (await fetch('/api/public/stats')).json();
    for (const link of all('[data-contact]'))
      if (data.contactEmail) link.href = `mailto:${encodeURIComponent(data.contactEmail).replaceAll('%40', '@')}`;
  };
  // Without an answer the link leads to the first page, which says why it cannot tell.
  findContact().catch(() => undefined);
})();
