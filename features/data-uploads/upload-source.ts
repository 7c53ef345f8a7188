/** What facts say they come from. */
export const sourceOfUpload = (uploadId: string): string => `data-load ${uploadId}`
