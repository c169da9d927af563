/** Takes away what the page itself brought to be seen first, once the script has drawn a page of its own. */
export const leaveFirstView = (): void => {
  document.documentElement.removeAttribute('data-first-view');
  document.getElementById('first-view')?.remove();
};
