/**
 * Whether an address belongs to the PayPal that the base address does: `*.sandbox.paypal.com` or `*.paypal.com`, never
 * one with the other, and by https. A stand-in is alone on its origin.
 */
export const isOfPayPal = (url: string, baseUrl: string): boolean => {
  if (!URL.canParse(url)) return false;
  const [asked, base] = [new URL(url), new URL(baseUrl)];
  if (asked.username !== '' || asked.password !== '') return false;
  const family = /^api(?:-m)?\.((?:sandbox\.)?paypal\.com)$/.exec(base.hostname)?.[1];
  if (family === undefined) return asked.origin === base.origin;
  if (asked.protocol !== 'https:' || asked.port !== '') return false;
  const isSandbox = /(?:^|\.)sandbox\.paypal\.com$/.test(asked.hostname);
  return asked.hostname.endsWith(`.${family}`) && isSandbox === family.startsWith('sandbox.');
};
