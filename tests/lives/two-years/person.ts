import type { Cells } from '../scheme.ts'

/** Tom Reed, 36, on £36,000 a year paid monthly. */
export function personRow(email: string): Cells {
  return {
    employee_number: 'E0002',
    email,
    title: 'Mr',
    first_name: 'Tom',
    surname: 'Reed',
    date_of_birth: '1990-05-12',
    sex: 'male',
    payroll: 'monthly',
    status: 'active',
    start_date: '2019-03-04',
    basic_salary: '36000.00',
    hours_per_week: '37.5',
    full_time_equivalent: '1',
    tax_country: 'rUK',
    ni_category: 'A',
  }
}
