/** The server's file where it is as new as its sources. */
export const builtServer: () => string | undefined;
