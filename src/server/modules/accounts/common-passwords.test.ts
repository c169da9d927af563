import { expect, it } from 'vitest';
import { isCommon } from './common-passwords.ts';

it.each(['password', 'PassWord', ' password ', '123456', '654321', 'abcdefgh', 'zyxwvu', '0123456789', 'aaaaaa'])(
  "takes '%s' for one that is guessed first",
  async (password) => expect(await isCommon(password)).toBe(true),
);

it.each(['121212', 'xyzxyzxyz', 'ééééééé', '88888888'])("takes '%s' for a repetition", async (password) =>
  expect(await isCommon(password)).toBe(true),
);

it.each(['correct horse', 'abcdefh', '13579bd', 'abcabd', 'aaaaab1'])("lets '%s' pass", async (password) =>
  expect(await isCommon(password)).toBe(false),
);
