/** Every state that a selection can be in; 'none' once a first draft was dropped. */
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
