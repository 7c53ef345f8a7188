import type { SelectionState } from './benefits.contract.ts'

export const selectionMessages = {
  status: {
    none: 'Not chosen',
    draft: 'Not finished',
    pending: 'Awaiting approval',
    active: 'Active',
    'pending-change': 'Change awaiting approval',
    pended: 'Awaiting medical evidence',
    rejected: 'Not approved',
    'opted-out': 'Opted out',
    withdrawn: 'Withdrawn',
    ended: 'Ended',
  } satisfies Record<SelectionState, string>,
  activeFrom: (date: string) => `Active from ${date}`,
  notInThisState: (status: string) =>
    `This is not possible now: the selection has the status '${status}'. Please check its current state`,
  notYours: 'You cannot do this to this selection',
}
