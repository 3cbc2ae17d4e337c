/** The window sizes of the journeys, in pixels. playwright.config.ts gives each project one of them. */
export const windows = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

/** Tablets, and the narrowest window in which the sidebar has its place: where the least fits into the layout of a desk. */
export const tightWindows = [
  { width: 768, height: 1024 },
  { width: 834, height: 1194 },
  { width: 1120, height: 800 },
];
