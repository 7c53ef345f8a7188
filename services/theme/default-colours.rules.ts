/** Colours of clients that set none (THEME-08, THEME-09). */
export const defaultPrimary = '#333333'
export const defaultAccent = '#666666'
