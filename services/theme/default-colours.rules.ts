/** Colours of clients whose theme sets none (THEME-08, THEME-09). */
export const defaultPrimary = '#333333'
export const defaultAccent = '#666666'
