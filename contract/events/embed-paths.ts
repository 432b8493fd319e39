/** The list of events that other sites put into their pages; apart from its rules, so that no page carries those. */
export const embedPath = '/embed/events';

/** Fits the height of the frames that hold one. */
export const embedScriptPath = '/embed.js';

export const embedThemes = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

export const mostEmbedded = 50;
export const usuallyEmbedded = 10;
