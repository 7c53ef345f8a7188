export const sidePanelMessages = { saving: 'Saving...' } as const
