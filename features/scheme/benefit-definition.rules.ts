import { definitionFields } from '../../domain/definition/definition.ts'
import { checkDefinition } from './definition-checks.ts'

/** Schema of `benefits/<benefit>.yaml`. Amounts are pounds with up to two decimals, rates and limits decimals. */
export const benefitDefinition = definitionFields.superRefine(checkDefinition)
