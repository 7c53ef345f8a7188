import { z } from 'zod'

/** Use it by spreading. `params.extend` would fail in the browser, whose build removes schemas. */
export const ownClientCall = { base: 'api', access: 'employer', params: z.object({ id: z.uuid() }) } as const
