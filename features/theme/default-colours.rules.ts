/** What stands where a client's theme gives no colour (THEME-08, THEME-09). */
export const defaultPrimary = '#333333'
export const defaultAccent = '#666666'
