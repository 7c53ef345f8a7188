/** Colours of clients that set none (THEME-08, THEME-09). */
export const defaultPrimary = '#333333'
export const defaultAccent = '#666666'

/** Key in local storage for the choice of `light` or `dark`. Without a choice, the device decides. */
export const coloursKey = 'colours'
