import { z } from 'zod'

export const algorithm = 'PBKDF2/SHA-256'

export const puzzle = z.object({
  parameters: z.object({
    algorithm: z.literal(algorithm),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({ host: z.string(), madeAt: z.number() }),
  }),
  signature: z.string(),
})

export type Puzzle = z.output<typeof puzzle>
