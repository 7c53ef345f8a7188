/** In the bundle of the panels, which pages load with the first panel. */
export const sidePanelMessages = { saving: 'Saving...' } as const
