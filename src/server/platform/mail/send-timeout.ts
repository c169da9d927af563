/** Ms that a server may take for one mail, however slowly it answers. */
export const LONGEST_SEND = 45_000;
