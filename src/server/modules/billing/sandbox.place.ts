import { type Failure, failure } from '#server/kernel/failure.ts';
import { isLoopback } from '#server/kernel/loopback.ts';

/** The headers of a request by their names in small letters. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

const hostIn = (text: string): string => {
  const url = `http://${text}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
};
const listed = (text: string | undefined): readonly string[] => text?.split(',').map((part) => part.trim()) ?? [];
/** `127.0.0.1`, `127.0.0.1:80`, `[::1]:80`, `::1`. */
const addressIn = (text: string): string => (/^[^[]*:[^.]*:/.test(text) ? text : hostIn(text));

/** The value of one name in `Forwarded`: `for=192.0.2.1;host="shop.example"`. */
const forwarded = (text: string | undefined, name: string): readonly string[] =>
  listed(text)
    .flatMap((hop) => hop.split(';'))
    .map((pair) => pair.split('='))
    .filter(([key = '']) => key.trim().toLowerCase() === name)
    .map(([, value = '']) => value.trim().replace(/^"(.*)"$/, '$1'));

/**
 * Whether a request was made on this machine to this machine, by everything in it that says so: test payments give away
 * what they sell. A proxy in front of a product that still believes to be on loopback is told by the host that it passes
 * on, by the caller that it names, or by the page that a browser's form stands on.
 */
export const isAtHome = (headers: Headers): boolean => {
  const header = (name: string): string | undefined => headers[name]?.toString();
  const hosts = [
    header('host') ?? '',
    ...listed(header('x-forwarded-host')),
    ...listed(header('x-original-host')),
    ...forwarded(header('forwarded'), 'host'),
  ].map(hostIn);
  const callers = [
    ...listed(header('x-forwarded-for')),
    ...listed(header('x-real-ip')),
    ...forwarded(header('forwarded'), 'for'),
  ].map(addressIn);
  const page = header('origin');
  const pages = page === undefined ? [] : [URL.canParse(page) ? new URL(page).hostname : ''];
  return [...hosts, ...callers, ...pages].every(isLoopback);
};

const ONLY_AT_HOME =
  'Test payments are possible only on this machine itself, at a loopback address such as http://127.0.0.1. Where others reach this product, set PUBLIC_URL to that address.';

/** What a test payment is refused with that is asked for from elsewhere. */
export const notAtHome = (): Failure => failure('test_payments_local', ONLY_AT_HOME);
