import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { priceWith, statusOnDay, benefitStatusInYear } from '../../services/my-benefits/benefit-status.server.ts'
import { listUnrenewedSelections } from './unrenewed-selections.contract.ts'
import { unrenewedSelectionMessages as say } from './unrenewed-selections.messages.ts'
import { type UnrenewedSelection, unrenewedSelections } from './new-scheme-year.queries.ts'

export const unrenewedSelectionHandlers: Handler[] = [
  handle(listUnrenewedSelections, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, today } = call
    const rows = []
    for (const row of await unrenewedSelections(tx, clientId, { today })) {
      const { personId, benefitId: _, employeeNumber, ...shown } = row
      const scheme = await loadPersonScheme(tx, clientId, { personId, today })
      rows.push({ ...shown, employeeNumber: employeeNumber ?? '', missing: missingFor(scheme, row) })
    }
    return rows
  }),
]

function missingFor(scheme: PersonScheme | undefined, { benefitId }: UnrenewedSelection): string {
  const benefit = scheme?.benefits.find(({ id }) => id === benefitId)
  const running = scheme?.selections.get(benefitId)?.running
  if (!scheme || !benefit || !running) return say.beingRenewed
  const benefitStatus = statusOnDay(benefitStatusInYear(scheme, benefit), scheme.year.from)
  const outcome = priceWith(benefitStatus, { choice: running.choice })
  return outcome.outcome === 'priced' ? say.beingRenewed : say.missing[outcome.reason]
}
