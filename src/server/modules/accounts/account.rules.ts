/** A usual mail address: at most 254 characters, at most 64 of them before the @. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@"<>()[\]\\,;:]{1,64}@(?=.{1,189}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}))+$/.test(
    text,
  );
