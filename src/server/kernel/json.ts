/** JSON text that somebody else has already written, mostly PostgreSQL: it goes into an answer as it is. */
export type JsonText = string & { readonly __json: never };

export const jsonText = (text: string): JsonText => text as JsonText;

export const toJson = (value: unknown): JsonText => jsonText(JSON.stringify(value));
