export const fileFormatMessages = { format: 'File type', csv: 'CSV', xlsx: 'Excel (XLSX)' } as const
