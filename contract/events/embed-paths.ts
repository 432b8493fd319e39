/** The paths of embedded lists, separate from their validation so that no page loads that. */
export const embedPath = '/embed/events';

/** The script that sets the height of frames with a list. */
export const embedScriptPath = '/embed.js';

export const embedThemes = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

export const maxEmbedded = 50;
export const defaultEmbedded = 10;
