/** What facts say they come from. */
export const sourceOfLoad = (loadId: string): string => `data-load ${loadId}`
