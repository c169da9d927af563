/** Addresses of titles in turn with some of their characters encoded: far more than are asked for in a minute, so none is kept. */
export const addresses = (ids: readonly string[]): (() => string) => {
  let number = 0;
  return () => {
    const id = ids[number % ids.length] ?? '';
    let bits = Math.floor(number / ids.length);
    number += 1;
    return `/api/v1/movie/${id}`.replace(/\w/g, (letter) => {
      const isEncoded = (bits & 1) === 1;
      bits >>= 1;
      return isEncoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
    });
  };
};
