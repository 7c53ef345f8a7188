import { createHash } from 'node:crypto'

/** Server secret of every bench run: the cached people were created with it. */
export const serverSecret = Buffer.from(createHash('sha256').update('people of the bench').digest('base64url'))
