/** Separate from other messages, because pages load this file with the first panel. */
export const sidePanelMessages = { saving: 'Saving...' } as const
