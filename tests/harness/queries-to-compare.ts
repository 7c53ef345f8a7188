import type { TestDatabase } from './databases.ts'

/** Queries for deductions, states of selections and facts. Their results do not depend on the number of versions. */
export const payQueries = [
  `select email, code, p.year, p.number, pay_code, method, sum(employee_pence), sum(employer_pence)
   from deduction d
   join selection s on s.client_id = d.client_id and s.id = d.selection_id
   join benefit_code b on b.client_id = s.client_id and b.id = s.benefit_id
   join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
   join account a on a.client_id = d.client_id and a.person_id = d.person_id
   group by 1, 2, 3, 4, 5, 6`,
  `select email, code, s.state from selection s
   join benefit_code b on b.client_id = s.client_id and b.id = s.benefit_id
   join account a on a.client_id = s.client_id and a.person_id = s.person_id`,
  `select email, fact, value, effective_from, source from employment_fact join account using (client_id, person_id)`,
]

export const applicationQueries = [
  ...payQueries,
  `select email, code, v.version, v.state, action, choice -> 'values' as chosen, price #- '{trace}' as price, effective_from, effective_to, reason
   from selection_version v
   join selection s on s.client_id = v.client_id and s.id = v.selection_id
   join benefit_code b on b.client_id = s.client_id and b.id = s.benefit_id
   join account a on a.client_id = s.client_id and a.person_id = s.person_id`,
  `select email, code, p.year, p.number, pay_code, method, employee_pence, employer_pence, d.effective_from, d.effective_to
   from deduction d
   join selection s on s.client_id = d.client_id and s.id = d.selection_id
   join benefit_code b on b.client_id = s.client_id and b.id = s.benefit_id
   join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
   join account a on a.client_id = d.client_id and a.person_id = d.person_id`,
  `select email, user_type, state, first_login, insights_enabled from account`,
  `select email, first_name, surname, date_of_birth from person_details join account using (client_id, person_id)`,
  `select email, relationship_type, first_name from family_member join account using (client_id, person_id)`,
  `select email, benefit_group, year, month, employee_pence, employer_pence from statement_row join account using (client_id, person_id)`,
  `select email, kind, count(*) from mail join account using (client_id, person_id) group by 1, 2`,
  `select code, holders from (select code, count(*) as holders from take_up_count join benefit_code b on b.client_id = take_up_count.client_id and b.id = benefit_id group by 1) t`,
  `select change, has_people, is_recalculated, done_up_to from unfinished_application`,
]

export async function rowsOfQueries(
  { rows: read }: Pick<TestDatabase, 'rows'>,
  queries: readonly string[],
): Promise<string[][]> {
  const found: string[][] = []
  for (const query of queries) {
    const rows = await read<{ row: string }>(`select to_jsonb(t)::text as row from (${query}) t order by 1`)
    found.push(rows.map(({ row }) => row))
  }
  return found
}
