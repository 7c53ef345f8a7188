/** In the file of the panels, which pages fetch with the first one. */
export const sidePanelMessages = { saving: 'Saving...' } as const
