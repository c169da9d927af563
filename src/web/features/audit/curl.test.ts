import { expect, it } from 'vitest';
import { curlOf, headersOf } from './curl.ts';

const ORIGIN = 'https://kinodex.example';
const plain = { method: 'GET', uri: '/api/v1/usage', token: null, headers: null };
const linesOf = (request: Parameters<typeof curlOf>[0]) => curlOf(request, ORIGIN).split(' \\\n  ');

it('headers are pairs, also where a value holds a colon, what parts them or nothing', () => {
  expect(headersOf('user-agent: a: b | accept:  | referer: x \\u{7c} origin: y')).toEqual([
    { name: 'user-agent', value: 'a: b' },
    { name: 'accept', value: '' },
    { name: 'referer', value: 'x | origin: y' },
  ]);
});

it('the command masks the token and sends the headers that a person would repeat', () => {
  const token = 'kdx_0123456789abcdefghijklmnopqrstuv3f9a';
  expect(linesOf({ ...plain, token, headers: 'accept: */* | content-length: 3 | x-forwarded-for: a' })).toEqual([
    "curl --globoff -X 'GET'",
    "-H 'Authorization: Bearer kdx_••••3f9a'",
    "-H 'accept: */*'",
    `'${ORIGIN}/api/v1/usage'`,
  ]);
});

it('a HEAD waits for no body', () => {
  expect(linesOf({ ...plain, method: 'HEAD' })[0]).toBe('curl --globoff --head');
});

it('a quote does not end the word it stands in', () => {
  expect(linesOf({ ...plain, uri: "/a'b", method: "X'" })).toEqual([
    "curl --globoff -X 'X'\\'''",
    `'${ORIGIN}/a'\\''b'`,
  ]);
});

it('a target that names another server is still asked of ours', () => {
  expect(linesOf({ ...plain, uri: 'http://other.example/' }).slice(1)).toEqual([
    "--request-target 'http://other.example/'",
    `'${ORIGIN}'`,
  ]);
});
