const LONGEST = 254;
const LONGEST_LOCAL = 64;
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** The usual form of an address: at most 254 characters, 64 of them before the @. */
export const isEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > LONGEST_LOCAL || text.length > LONGEST) return false;
  return LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
};
