// Begins the script of the site, which is far bigger than this, once the first view has been painted.
(() => {
  const { app } = document.currentScript.dataset;
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    import(app);
  };
  // Nothing to wait for: another page brings nothing along, and a hidden tab paints nothing.
  if (document.hidden || !document.documentElement.hasAttribute('data-first-view')) begin();
  else {
    document.addEventListener('visibilitychange', begin, { once: true });
    requestAnimationFrame(() => setTimeout(begin));
  }
})();
