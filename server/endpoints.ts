import type { Handler } from '../platform/handle.ts'

/** Every area's handlers; one line an area. */
export const handlers: readonly Handler[] = []
