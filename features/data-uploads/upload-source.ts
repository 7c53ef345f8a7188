export const sourceOfUpload = (uploadId: string): string => `data-load ${uploadId}`
