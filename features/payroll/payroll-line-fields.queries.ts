import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import {
  type PayrollField,
  payrollFieldNames,
  payrollFields,
  type PayrollLine,
} from '../../services/payroll/payroll-line.rules.ts'

const namedFields = ['change-type', 'employee-amount', 'employer-amount', 'selection-id'] as const
type OtherField = Exclude<PayrollField, (typeof namedFields)[number]>

const otherFields = payrollFieldNames.filter((field): field is OtherField => !namedFields.some((one) => one === field))

export type LineColumn = (typeof payrollFields)[OtherField]['column']

export const lineColumnNames: readonly LineColumn[] = otherFields.map((field) => payrollFields[field].column)
export const lineColumns = sql.join(lineColumnNames.map((name) => sql.ref(name)))

export function columnsFromJson(): RawBuilder<unknown> {
  const valueOf = (field: OtherField) => {
    const text = sql`fields ->> ${field}::text`
    switch (payrollFields[field].kind) {
      case 'text':
        return text
      case 'amount':
        return sql`(${text})::numeric * 100`
      case 'date':
        return sql`nullif(${text}, '')::date`
    }
  }
  return sql.join(otherFields.map(valueOf))
}

export function textOfField(field: PayrollField): RawBuilder<string> {
  const { kind, column } = payrollFields[field]
  const value = sql.ref(`line.${column satisfies keyof Database['payroll_line']}`)
  switch (kind) {
    case 'text':
      return column === 'selection_id' ? sql`coalesce(${value}::text, '')` : sql`${value}`
    case 'amount':
      return sql`(${value} * 0.01)::text`
    case 'date':
      return sql`coalesce(${value}::text, '')`
  }
}

/** In jsonb's key order, so that PostgreSQL need not sort the fields of each line. */
export const fieldsOfLine: RawBuilder<PayrollLine> = (() => {
  const names = payrollFieldNames.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return sql`jsonb_object(${names}::text[], array[${sql.join(names.map(textOfField))}])`
})()
