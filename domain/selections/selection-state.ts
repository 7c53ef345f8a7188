export const selectionStates = [
  'none',
  'draft',
  'pending',
  'active',
  'pending-change',
  'pended',
  'rejected',
  'opted-out',
  'withdrawn',
  'ended',
] as const
