/** The window sizes of the journeys, in pixels. playwright.config.ts gives each project one of them. */
export const windows = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
