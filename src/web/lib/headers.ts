import { stored } from './stored.ts';

const cookie = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
};

/** What every request carries: the session, where there is one, and the anti-forgery value where something may change. */
export const headersFor = (method: string): Record<string, string> => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const { token } = stored();
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  const proof = method === 'GET' || method === 'HEAD' ? undefined : cookie('XSRF-TOKEN');
  if (proof !== undefined) headers['X-XSRF-TOKEN'] = proof;
  return headers;
};
