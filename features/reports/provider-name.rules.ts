/** How long the name of a provider may be, wherever one is given or asked for. */
export const longestProviderName = 200
