/** Each key ends in its unit. */
export const adminLimits = {
  'note.least-characters': 6, // doc3 §9
} as const;
