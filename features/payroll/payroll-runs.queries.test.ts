import { expect, it } from 'vitest'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { linesOfRun, type RunLine, writeRun } from './payroll-runs.queries.ts'
import { samplePayrollLine } from './payroll.samples.ts'

it('writes a run of thousands of lines in their order, whatever stands in them, and shows each to who writes the file', async () => {
  const world = await employerWorld()
  const selectionId = await world.runningSelection()
  const { personId } = world.grace
  const [period] = world.periods
  if (!period) throw new Error('The world has no pay period')
  const lines = Array.from({ length: 5_003 }, (_, place): RunLine => {
    const employeePence = BigInt(place - 2)
    const surname = place % 2 === 0 ? `O'Neill, "${place}"\\` : `Zoë {${place}}\nnull`
    return {
      personId,
      selectionId,
      changeType: place % 3 === 0 ? 'New' : 'Continue',
      employeePence,
      employerPence: 7n,
      fields: samplePayrollLine({
        person: { payrollId: null, employeeNumber: null, niNumber: null, firstName: 'Ann', surname },
        employee: employeePence,
        selectionId,
      }),
    }
  })
  const seen: RunLine[] = []
  const written = await world.inClient(async (tx) => {
    const run = { periodId: period.id, lockedBy: world.grace.personId, lines }
    await writeRun(tx, world.clientId, { ...run, meanwhile: (some) => seen.push(...some) })
    return linesOfRun(tx, world.clientId, { periodId: period.id })
  })
  expect(seen).toEqual(lines)
  expect(written).toEqual(lines.map((line, place) => ({ ...line, number: place + 1 })))
})
