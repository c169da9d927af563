/** A text in a pattern of LIKE, in which signs of patterns are letters like others. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern for what holds a text. */
export const containing = (text: string): string => `%${literal(text)}%`;
