/** What the console says to staff. */
export const adminTexts = {
  'console.draft-changed':
    'Someone else changed this text while you were editing. Your text is kept below. Save again to replace theirs.',
} as const;
