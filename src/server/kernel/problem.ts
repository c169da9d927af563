/** What the person at the command line can mend: its text, one line of it, says all there is to say. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
}

/** One that a setting is the way to: its line begins with the setting and its value. */
export class SettingProblem extends Problem {
  override readonly name: string = 'SettingProblem';
}

const SECRETS = /([?&](?:\w*password|sslkey)=)[^&#]*/gi;

/** An address fit to be shown: its password is masked. */
export const maskedUrl = (address: string): string => {
  if (!URL.canParse(address)) return 'an address that cannot be read';
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  return url.href.replace(SECRETS, '$1***');
};

/** The line for a setting that does not work: what it is, what is wrong, what to do. */
export const settingProblem = (setting: string, value: string, text: string, cause?: unknown): SettingProblem =>
  new SettingProblem(`${setting}=${value}: ${text}`, cause === undefined ? {} : { cause });
