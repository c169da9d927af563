// Begins the script of the site, which is far bigger than this, once the first view has been painted.
(() => {
  const { app } = document.currentScript.dataset;
  let begun = false;
  const begin = async () => {
    if (begun) return;
    begun = true;
    // What it stands on first, each in a turn of its own: between them the page answers.
    for (const { href } of document.querySelectorAll('link[rel=modulepreload]')) {
      await import(href);
      await new Promise((resolve) => setTimeout(resolve));
    }
    import(app);
  };
  // Nothing to wait for: another page brings nothing along, and a hidden tab paints nothing.
  if (document.hidden || !document.documentElement.hasAttribute('data-first-view')) begin();
  else {
    document.addEventListener('visibilitychange', begin, { once: true });
    requestAnimationFrame(() => setTimeout(begin));
  }
})();
