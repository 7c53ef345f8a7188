import { definitionFields } from '../../domain/definition/definition.ts'
import { checkDefinition } from './definition-checks.ts'

/** Schema of `benefits/<benefit>.yaml`. Amounts are pounds with two decimals; rates and limits are decimal texts. */
export const benefitDefinition = definitionFields.superRefine(checkDefinition)
