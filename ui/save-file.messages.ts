export const savedFileMessages = {
  saved: 'The file has been downloaded',
} as const
