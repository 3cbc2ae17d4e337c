/** The unit stands in the key's last word. */
export const adminLimits = {
  'note.least-characters': 6, // doc3 §9
} as const;
