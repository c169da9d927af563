/** Browsers by what they call themselves; the first that fits, since many name others as well. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (agent: string, names: typeof BROWSERS): string | undefined =>
  names.find(([sign]) => sign.test(agent))?.[1];

/** How a person knows a browser again by what it calls itself; null where it says nothing. */
export const deviceOf = (agent: string | null): string | null => {
  if (agent === null) return null;
  // What is no browser begins with its own name.
  const name = named(agent, BROWSERS) ?? /^[\w.+-]{1,40}/.exec(agent)?.[0];
  const system = named(agent, SYSTEMS);
  if (name === undefined) return system ?? null;
  return system === undefined ? name : `${name} on ${system}`;
};
