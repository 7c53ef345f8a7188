import { z } from 'zod'

/**
 * Shared part of employers' calls about their own client. Only spread it: browser builds have no schemas, so
 * `params.extend` fails there.
 */
export const ownClientCall = { base: 'api', access: 'employer', params: z.object({ id: z.uuid() }) } as const
