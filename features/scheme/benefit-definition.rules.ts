import { definitionFields } from '../../domain/definition/definition.ts'
import { checkDefinition } from './definition-checks.ts'

/** As in `benefits/<benefit>.yaml`. Amounts are pounds with at most two decimals; rates and limits are decimal texts. */
export const benefitDefinition = definitionFields.superRefine(checkDefinition)
