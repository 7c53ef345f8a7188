export const longestProviderName = 200
