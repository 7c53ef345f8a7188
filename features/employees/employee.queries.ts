import { sql, type RawBuilder } from 'kysely'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { accountStatusOn } from '../../services/session/employment-status.queries.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import { type PlanDetail, planDetailsWithoutHealth } from '../../domain/selections/plan-details.rules.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { PenceDigits } from '../../domain/selections/stored-price.ts'
import { type DatedFact, employmentOn, factOn, factsKnownFrom } from '../../domain/tax/person-facts.rules.ts'
import { statusLabel } from '../../services/recalculation/selection-states.rules.ts'
import { lastDayMessages } from './death-benefits.messages.ts'
import type { EmployeeDetail } from './employees.contract.ts'
import { leavingReasons } from '../../services/people/people-csv.rules.ts'

type StoredField = keyof Pick<
  EmployeeDetail,
  | 'employeeId'
  | 'firstName'
  | 'surname'
  | 'email'
  | 'employeeNumber'
  | 'registered'
  | 'lastLogin'
  | 'lastDay'
  | 'dateOfBirth'
  | 'notViewable'
>
type Selection = EmployeeDetail['selections'][number]
type Version = [
  version: number,
  state: SelectionState,
  action: string,
  effectiveFrom: IsoDate | null,
  effectiveTo: IsoDate | null,
  choice: Choice,
  employeeMonthly: PenceDigits | null,
  employerMonthly: PenceDigits | null,
  chosenAt: string | null,
]
export type FoundEmployee = Pick<EmployeeDetail, StoredField> & {
  /** All recorded facts, newest first for each fact. The caller picks those in force on its day. */
  facts: [fact: string, value: string | null, effectiveFrom: IsoDate][]
  selections: [
    selectionId: Selection['selectionId'],
    benefitId: Selection['benefitId'],
    benefitName: string,
    status: SelectionState,
    effectiveFrom: Selection['effectiveFrom'],
    definition: Pick<BenefitDefinition, 'options' | 'price'>,
    versions: Version[],
  ][]
}

/** Selects an employee with selections, without drafts (EMP-21). JSON arrays take a tenth less time than objects. */
export function employeeQuery(clientId: ClientId, { employeeId }: { employeeId: PersonId }): RawBuilder<FoundEmployee> {
  return sql<FoundEmployee>`
    select
      employee.person_id as "employeeId",
      employee.first_name as "firstName",
      employee.surname,
      employee.email,
      employee.employee_number as "employeeNumber",
      employee.registered,
      date_trunc('milliseconds', employee.last_login_at) as "lastLogin",
      employee.employed_until as "lastDay",
      details.date_of_birth as "dateOfBirth",
      case
        when account.user_type = 'employer' then 'employer'
        when account.state = 'disabled' then 'disabled'
        when not account_status.is_served then 'no-access'
      end as "notViewable",
      array_to_json(array(
        select json_build_array(fact, value, effective_from)
        from employment_fact
        where client_id = ${clientId}
          and person_id = ${employeeId}
          and fact in ('status', 'end-date', 'start-date', 'leaving-reason', 'job-title', 'cost-centre', 'location')
        order by fact, effective_from desc, recorded_at desc, sequence desc
      )) as facts,
      array_to_json(array(
        select json_build_array(
          selection.id, benefit.id, benefit.name, selection.state, version.effective_from,
          json_build_object('options', benefit.definition -> 'options', 'price', benefit.definition -> 'price'),
          array(
            select json_build_array(
              made.version, made.state, made.action, made.effective_from, made.effective_to, made.choice,
              made.price ->> 'employeeMonthly', made.price ->> 'employerMonthly',
              case when made.actor_id = ${employeeId} then date_trunc('milliseconds', made.recorded_at) end
            )
            from selection_version as made
            where made.client_id = ${clientId}
              and made.selection_id = selection.id
            order by made.version
          )
        )
        from selection
        join selection_version as version
          on version.client_id = ${clientId}
          and version.selection_id = selection.id
          and version.version = selection.version
        join benefit
          on benefit.client_id = ${clientId}
          and benefit.scheme_year_id = version.scheme_year_id
          and benefit.id = selection.benefit_id
        where selection.client_id = ${clientId}
          and selection.person_id = ${employeeId}
          and selection.state not in ('none', 'draft')
        order by benefit.position, benefit.name, selection.id
      )) as selections
    from employee
    join person_details as details on details.client_id = ${clientId} and details.person_id = employee.person_id
    join account on account.client_id = ${clientId} and account.person_id = employee.person_id
    join client on client.client_id = ${clientId}
    cross join lateral (${accountStatusOn(transactionDay, clientId)}) account_status
    where employee.client_id = ${clientId}
      and employee.person_id = ${employeeId}
  `
}

/** A last day is shown once it is recorded, even if facts recorded with it take effect later. */
function leavingOf(recorded: readonly DatedFact[]): EmployeeDetail['leaving'] {
  const newest = (name: string) => recorded.find(({ fact }) => fact === name)?.value ?? null
  const lastDay = newest('end-date')
  if (lastDay === null) return null
  const reason = leavingReasons.find((one) => one === newest('leaving-reason'))
  const day = showDate(lastDay)
  return { text: reason ? lastDayMessages[reason](day) : day, died: reason === 'death' }
}

export function employeeDetailOf({ facts, selections, ...found }: FoundEmployee, today: IsoDate): EmployeeDetail {
  const recorded = facts.map(([fact, value, effectiveFrom]): DatedFact => ({ fact, value, effectiveFrom }))
  const known = factsKnownFrom(recorded, today)
  const { status: employmentStatus, startedOn } = employmentOn(known, today)
  return {
    ...found,
    name: `${found.firstName} ${found.surname}`,
    hasLeft: employmentStatus === 'left',
    jobTitle: factOn(known, 'job-title', today),
    costCentre: factOn(known, 'cost-centre', today),
    location: factOn(known, 'location', today),
    employmentStatus,
    startDate: startedOn,
    leaving: leavingOf(recorded),
    selections: selections.map((selection) => selectionOf(selection, today)),
    lastChoice: lastChoiceOf(selections),
  }
}

function selectionOf(
  [selectionId, benefitId, benefitName, status, effectiveFrom, definition, versions]: FoundSelection,
  today: IsoDate,
): Selection {
  const dated = versions.map(([version, state, action, from, to, choice, employeeMonthly, employerMonthly]) => ({
    version,
    state,
    action,
    effectiveFrom: from,
    effectiveTo: to,
    choice,
    employeeMonthly,
    employerMonthly,
  }))
  const inForce = coverPeriodOn(coverPeriodsOf(dated), today)?.version
  const shown = inForce ?? dated.at(-1)
  return {
    selectionId,
    benefitId,
    benefitName,
    status,
    statusLabel: statusLabel(status, { effectiveFrom, today }),
    effectiveFrom,
    level: shown ? levelInWords(planDetailsWithoutHealth(definition, shown.choice)) : '',
    employeePays: inPounds(shown?.employeeMonthly),
    employerPays: inPounds(shown?.employerMonthly),
    inForce: inForce !== undefined,
  }
}

/** The first option is the level; the panel has no room for others. */
function levelInWords([first]: readonly PlanDetail[]): string {
  if (!first) return ''
  return /[a-z]/i.test(first.value) ? first.value : `${first.label}: ${first.value}`
}

function inPounds(pence: PenceDigits | null | undefined): number | null {
  return pence ? poundsFromPence(BigInt(pence)) : null
}

function lastChoiceOf(selections: FoundEmployee['selections']): EmployeeDetail['lastChoice'] {
  const made = selections.flatMap(([, , benefitName, , , , versions]) =>
    versions.flatMap((version) => (version[8] ? [{ benefitName, at: new Date(version[8]).toISOString() }] : [])),
  )
  return made.reduce<EmployeeDetail['lastChoice']>((last, one) => (last && last.at >= one.at ? last : one), null)
}

type FoundSelection = FoundEmployee['selections'][number]
