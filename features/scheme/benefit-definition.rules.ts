import { definitionFields } from '../../domain/definition/definition.ts'
import { checkDefinition } from './definition-checks.ts'

/**
 * As in `benefits/<benefit>.yaml` and in the database. Amounts are pounds with at most two decimals; rates and limits are decimal
 * digits.
 */
export const benefitDefinition = definitionFields.superRefine(checkDefinition)
