import { definitionFields } from '../../domain/definition/definition.ts'
import { checkDefinition } from './definition-checks.ts'

/**
 * One benefit of one scheme year, as in `benefits/<benefit>.yaml` of a scheme folder and in the database. Refuses unknown
 * keys and references to missing options. Amounts are pounds with at most two decimals; rates and limits are decimal digits.
 */
export const benefitDefinition = definitionFields.superRefine(checkDefinition)
