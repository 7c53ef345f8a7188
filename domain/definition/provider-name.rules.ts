/** Maximum length of a provider's name, in schemes and requests. */
export const longestProviderName = 200
