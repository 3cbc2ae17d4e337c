/** Values of the form that the database requires, for rows of which no test opens or compares them. */

/** As if encrypted by the key ring. */
export const someSealed = `v1.none.${'A'.repeat(38)}`;
/** As if the SHA-256 of a file. */
export const someHash = '0'.repeat(64);
/** As if the key of a file; no file is stored there. */
export const someFile = 'reports/none';
