import { createHash } from 'node:crypto'

/** Every run has the same server secret, because the cached people are encrypted with it. */
export const serverSecret = Buffer.from(createHash('sha256').update('people of the bench').digest('base64url'))
