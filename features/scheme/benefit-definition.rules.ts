import { definitionFields } from '../../domain/definition/definition.ts'
import { checkDefinition } from './definition-checks.ts'

/**
 * A benefit in `benefits/<benefit>.yaml` and in the database. Amounts are pounds with at most two decimals. Rates and limits are
 * texts of decimal digits.
 */
export const benefitDefinition = definitionFields.superRefine(checkDefinition)
