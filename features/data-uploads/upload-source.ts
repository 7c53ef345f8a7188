/** Returns the source recorded with an upload's facts. */
export const sourceOfUpload = (uploadId: string): string => `data-load ${uploadId}`
