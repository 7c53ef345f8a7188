import { createHash } from 'node:crypto'

/** The server's secret of every bench run: the people in the cache were made under it. */
export const serverSecret = Buffer.from(createHash('sha256').update('people of the bench').digest('base64url'))
