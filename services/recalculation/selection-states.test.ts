import { describe, expect, it } from 'vitest'
import { benefitCan } from '../../domain/selections/benefit-state.rules.ts'
import { sampleSelection } from '../../features/benefits/benefits.samples.ts'
import { type SelectionState, selectionState } from '../../domain/selections/benefits.contract.ts'
import { selectionCan } from '../../domain/selections/user-transitions.rules.ts'
import { selectionMessages } from '../../domain/selections/selection.messages.ts'
import { awaitingApproval, submittingAction, selectionTransitions, transitionOf } from './selection-states.rules.ts'
import { selectionActions, type SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

const actors = ['employee', 'employer', 'system'] as const

describe('states of a selection', () => {
  it.each<[SelectionState, boolean, SelectionAction, (typeof actors)[number], SelectionState]>([
    ['none', false, 'submit-for-approval', 'employee', 'pending'],
    ['pending', false, 'approve', 'employer', 'active'],
    ['pending', false, 'approve-for-evidence', 'employer', 'pended'],
    ['pending', false, 'reject', 'employer', 'rejected'],
    ['pending', false, 'withdraw', 'employee', 'withdrawn'],
    ['active', true, 'submit-for-approval', 'employee', 'pending-change'],
    ['pending-change', true, 'approve', 'employer', 'active'],
    ['pending-change', true, 'approve-for-evidence', 'employer', 'pended'],
    ['pending-change', true, 'reject', 'employer', 'active'],
    ['active', true, 'opt-out', 'employee', 'opted-out'],
    ['opted-out', false, 'reapply', 'employee', 'draft'],
    ['draft', false, 'submit', 'employee', 'active'],
    ['draft', true, 'submit-for-approval', 'employee', 'pending-change'],
    ['draft', false, 'submit-for-approval', 'employee', 'pending'],
    ['pended', true, 'accept-evidence', 'system', 'active'],
    ['active', true, 'end', 'system', 'ended'],
  ])('change from %s (in force: %s) by %s of the %s to %s', (state, running, action, actor, to) => {
    expect(transitionOf({ state, running }, action, actor)).toMatchObject({ outcome: 'moved', to })
  })

  it('allow no second decision; the refusal returns the current state', () => {
    expect(transitionOf({ state: 'active', running: true }, 'approve', 'employer')).toEqual({
      outcome: 'refused',
      why: 'not-in-this-state',
      state: 'active',
      sentence: "This is not possible now: the selection has the status 'Active'. Please check its current state",
    })
  })

  it('let only the employer decide on approval', () => {
    for (const action of ['approve', 'reject'] as const) {
      expect(transitionOf({ state: 'pending', running: false }, action, 'employee')).toMatchObject({
        outcome: 'refused',
        why: 'not-yours',
      })
    }
  })

  it('allow approving in exactly those states in which they allow declining', () => {
    for (const state of selectionState.options) {
      for (const running of [true, false])
        expect(selectionCan.approve({ state, running })).toBe(selectionCan.reject({ state, running }))
    }
    expect(awaitingApproval).toEqual(['pending', 'pending-change'])
  })

  it('allow exactly the same withdrawals that the browser offers', () => {
    for (const status of selectionState.options)
      for (const running of [true, false]) {
        const known = { allowedActions: [], selection: { ...sampleSelection({ status }), running: null } }
        if (!runningStates.has(status) && running && status !== 'draft') continue
        if (runningStates.has(status) && !running) continue
        expect(benefitCan.discard(known), `${status} discard`).toBe(selectionCan.reset({ state: status, running }))
        expect(benefitCan.withdraw(known), `${status} withdraw`).toBe(selectionCan.withdraw({ state: status, running }))
      }
  })

  it('return to the state before a draft when the draft is discarded', () => {
    expect(transitionOf({ state: 'draft', running: true, before: 'active' }, 'reset', 'employee')).toMatchObject({
      to: 'active',
      effect: 'restore',
    })
    expect(transitionOf({ state: 'draft', running: false, before: 'opted-out' }, 'reset', 'employee')).toMatchObject({
      to: 'opted-out',
    })
    expect(transitionOf({ state: 'draft', running: false }, 'reset', 'employee')).toMatchObject({ to: 'none' })
  })

  it('have one label each, and every action leads to at most one state [BENEFIT-39]', () => {
    expect(selectionState.options.toSorted()).toEqual(
      [
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
      ].toSorted(),
    )
    expect(Object.keys(selectionMessages.status).toSorted()).toEqual(selectionState.options.toSorted())
    for (const state of selectionState.options) {
      for (const action of selectionActions) {
        for (const running of [true, false]) {
          const rows = selectionTransitions.filter(
            (row) => row.from === state && row.action === action && (row.running ?? running) === running,
          )
          expect(rows.length, `${state} ${action}`).toBeLessThanOrEqual(1)
        }
      }
    }
  })

  it('require approval of a choice before medical evidence', () => {
    expect(submittingAction({ needsApproval: true, needsEvidence: true })).toBe('submit-for-approval')
    expect(submittingAction({ needsApproval: false, needsEvidence: true })).toBe('submit-for-evidence')
    expect(submittingAction({ needsApproval: false, needsEvidence: false })).toBe('submit')
  })
})

const runningStates = new Set<SelectionState>(['active', 'pending-change', 'pended'])
