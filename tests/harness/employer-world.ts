import { londonDate, showMonth, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { Tx } from '../../platform/handle.ts'
import type { BenefitDefinitionInput } from '../../domain/definition/definition.ts'
import { cycleToWork, holidayTrading } from '../../features/scheme/definition.samples.ts'
import { decideSelections } from '../../features/selections/decide-selections.queries.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { insertSelection, lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { recordFacts } from '../../features/employees/employees.queries.ts'
import { savePersonDetails } from '../../services/people/profile.queries.ts'
import { createAccounts } from '../../services/session/account.queries.ts'
import { addClient, addPerson, detailsOf, signInAs } from './people.ts'
import { startPortal, type Portal } from './portal.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

type Pay = NonNullable<SelectionVersion['price']>['parts'][number]

export type EmployerWorld = {
  portal: Portal
  clientId: ClientId
  grace: { token: string; personId: PersonId }
  henry: { token: string; personId: PersonId }
  amelia: { token: string; personId: PersonId }
  holiday: BenefitId
  bicycle: BenefitId
  /** Six monthly pay periods, starting last month. The cut-off is the last day of each month. */
  periods: { id: string; label: string }[]
  other: { clientId: ClientId; token: string; selectionId: SelectionId; periodId: string }
  pendingSelection: (wanted?: {
    surname?: string
    benefit?: BenefitId
    price?: SelectionVersion['price']
    personId?: PersonId
  }) => Promise<SelectionId>
  approvedSelection: (wanted?: { surname?: string; price?: SelectionVersion['price'] }) => Promise<SelectionId>
  inClient: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Creates two clients. The first has two employer users, benefits that need approval, and a monthly payroll. */
export async function employerWorld(): Promise<EmployerWorld> {
  const portal = await startPortal()
  const here = await clientWithPayroll(portal, 'demo')
  const there = await clientWithPayroll(portal, 'plain')
  const grace = await signedIn(portal, here.clientId, { email: 'grace.lin@demo.example', userType: 'employer' })
  const henry = await signedIn(portal, here.clientId, { email: 'henry.cole@demo.example', userType: 'employer' })
  const amelia = await signedIn(portal, here.clientId, { email: 'amelia.hart@demo.example', userType: 'employee' })
  const stranger = await signedIn(portal, there.clientId, {
    email: 'nora.plain@plain.example',
    userType: 'employer',
    site: 'plain',
  })

  return {
    portal,
    ...here,
    grace,
    henry,
    amelia,
    other: {
      clientId: there.clientId,
      token: stranger.token,
      selectionId: await pendingSelection(portal, there, {}),
      periodId: there.periods[1]?.id ?? '',
    },
    pendingSelection: (wanted = {}) => pendingSelection(portal, here, wanted),
    approvedSelection: async (wanted = {}) => {
      const selectionId = await pendingSelection(portal, here, wanted)
      await inClient(portal.database.db, here.clientId, async (tx, { today }) => {
        const selections = await lockSelections(tx, here.clientId, [selectionId])
        await decideSelections(tx, here.clientId, { selections, approved: true, actorId: henry.personId, today })
      })
      return selectionId
    },
    inClient: (work) => inClient(portal.database.db, here.clientId, work),
  }
}

export function monthlyPrice(pence: number, payCode = 'HOLBUY'): NonNullable<SelectionVersion['price']> {
  const month = String(pence)
  const shares = Array.from({ length: 12 }, () => month)
  const part: Pay = {
    payer: 'employee',
    taxMethod: 'sacrifice',
    payCode,
    total: String(pence * 12),
    spread: { kind: 'recurring' },
    shares,
  }
  return {
    employeeYearly: part.total,
    employerYearly: '0',
    employeeMonthly: month,
    employerMonthly: '0',
    employeePerPeriod: shares,
    employerPerPeriod: shares.map(() => '0'),
    orderTotal: null,
    cover: null,
    payPeriods: 12,
    parts: [part],
    trace: { steps: [], answers: { employeeYearly: 0, employerYearly: 0 } },
  }
}

type Client = {
  clientId: ClientId
  schemeYearId: SchemeYearId
  holiday: BenefitId
  bicycle: BenefitId
  periods: { id: string; label: string }[]
}

async function clientWithPayroll(portal: Portal, site: string): Promise<Client> {
  const clientId = await addClient(portal, { site })
  return inClient(portal.database.db, clientId, async (tx) => {
    const { id: schemeYearId } = await tx
      .selectFrom('scheme_year')
      .select('id')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    const holiday = await addBenefit(tx, clientId, { schemeYearId, input: holidayTrading, position: 2 })
    const bicycle = await addBenefit(tx, clientId, { schemeYearId, input: cycleToWork, position: 1 })
    const payroll = await tx
      .insertInto('payroll')
      .values({
        client_id: clientId,
        scheme_year_id: schemeYearId,
        code: 'monthly',
        name: 'Monthly payroll',
        frequency: 'monthly',
        format: JSON.stringify(format),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const periods = await tx
      .insertInto('payroll_period')
      .values(
        months(-1, 6).map((month, index) => ({
          client_id: clientId,
          payroll_id: payroll.id,
          year: 2026,
          number: index + 1,
          ...month,
        })),
      )
      .returning(['id', 'label'])
      .execute()
    return { clientId, schemeYearId, holiday, bicycle, periods }
  })
}

const format = {
  delimiter: ',',
  dates: 'dd/mm/yyyy',
  byteOrderMark: true,
  fileName: '{payroll}-{year}-{month}.csv',
  columns: [
    { heading: 'Employee number', field: 'employee-number' },
    { heading: 'Name', field: 'name' },
    { heading: 'Benefit', field: 'benefit' },
    { heading: 'Pay code', field: 'pay-code' },
    { heading: 'Change', field: 'change-type' },
    { heading: 'Employee amount', field: 'employee-amount' },
    { heading: 'Employer amount', field: 'employer-amount' },
  ],
}

async function addBenefit(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId, input, position }: { schemeYearId: SchemeYearId; input: BenefitDefinitionInput; position: number },
): Promise<BenefitId> {
  const definition = benefitDefinition.parse(input)
  const { id } = await tx
    .insertInto('benefit_code')
    .values({ client_id: clientId, code: definition.code })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('benefit')
    .values({
      client_id: clientId,
      id,
      scheme_year_id: schemeYearId,
      code: definition.code,
      position,
      name: definition.name,
      category: definition.category,
      group_code: definition.groupCode,
      provider_name: definition.provider.name,
      needs_approval: true,
      definition: JSON.stringify(definition),
    })
    .execute()
  return id
}

function months(from: number, count: number) {
  const [year = 0, month = 0] = londonDate(new Date()).split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const start = dateOf(year, month - 1 + from + index, 1)
    const end = dateOf(year, month + from + index, 0)
    return { label: showMonth(start), starts_on: start, ends_on: end, cut_off_on: end, pay_on: end }
  })
}

function dateOf(year: number, month: number, day: number): IsoDate {
  // ISO dates begin with yyyy-mm-dd.
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10) as IsoDate
}

type Somebody = { email: string; userType: 'employee' | 'employer'; site?: string }

async function signedIn(portal: Portal, clientId: ClientId, { email, userType, site = 'demo' }: Somebody) {
  const personId = await addPerson(portal, clientId, { email, userType })
  await inClient(portal.database.db, clientId, (tx, { today }) =>
    recordFacts(tx, clientId, {
      facts: [{ personId, fact: 'status', value: 'active', effectiveFrom: today }],
      source: 'test',
    }),
  )
  const { token } = await signInAs(portal, { email, site })
  return { token, personId }
}

let people = 0

async function pendingSelection(
  { database }: Portal,
  { clientId, schemeYearId, holiday }: Client,
  {
    surname = 'Hart',
    benefit = holiday,
    price = monthlyPrice(2885),
    personId: given,
  }: { surname?: string; benefit?: BenefitId; price?: SelectionVersion['price']; personId?: PersonId },
): Promise<SelectionId> {
  return inClient(database.db, clientId, async (tx, { today }) => {
    const personId = given ?? (await addEmployee(tx, clientId, { surname, today }))
    const selection = await insertSelection(tx, clientId, {
      personId,
      benefitId: benefit,
      first: {
        schemeYearId,
        state: 'pending',
        action: 'submit-for-approval',
        choice: { values: { trade: 'buy', 'buy-days': '2' }, people: [] },
        peopleCovered: [],
        price,
        effectiveFrom: months(0, 1)[0]?.starts_on ?? today,
        runs: 'nothing',
        actorId: personId,
      },
    })
    if (!selection) throw new Error('This person has this benefit already')
    return selection.id
  })
}

async function addEmployee(
  tx: Tx,
  clientId: ClientId,
  { surname, today }: { surname: string; today: IsoDate },
): Promise<PersonId> {
  const number = ++people
  const email = `person.${number}@demo.example`
  const [personId] = await createAccounts(tx, clientId, [
    { email, userType: 'employee', state: 'active', passwordHash: null },
  ])
  if (!personId) throw new Error('No account was made')
  await savePersonDetails(tx, clientId, { people: [detailsOf(personId, { firstName: 'Kim', surname })] })
  const facts = {
    'employee-number': `E${String(number).padStart(4, '0')}`,
    'payroll-id': `P${number}`,
    payroll: 'monthly',
    status: 'active',
  } as const
  await recordFacts(tx, clientId, {
    facts: Object.entries(facts).map(([fact, value]) => ({
      personId,
      fact: fact as keyof typeof facts,
      value,
      effectiveFrom: months(-1, 1)[0]?.starts_on ?? today,
    })),
    source: 'test',
  })
  return personId
}
