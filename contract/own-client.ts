import { z } from 'zod'

/** What calls of employers about their own client have in common. */
export const ofOwnClient = { base: 'api', access: 'employer', params: z.object({ id: z.uuid() }) } as const
