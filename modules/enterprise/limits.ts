/** Bytes of the largest logo that is taken. */
export const logoBytes = 1_048_576;
