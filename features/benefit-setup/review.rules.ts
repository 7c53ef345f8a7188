import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import type { SetupField, SetupValue } from '../../domain/selections/benefits.contract.ts'
import { showNumber } from '../../domain/selections/setup.rules.ts'

export function showValue({ input }: SetupField, value: SetupValue | undefined): string {
  switch (input.kind) {
    case 'options':
      return input.options.find((option) => option.value === value)?.label ?? ''
    case 'people': {
      const chosen = Array.isArray(value) ? value : []
      return [
        benefitMessages.you,
        ...input.people.filter((person) => chosen.includes(person.value)).map((person) => person.label),
      ].join(', ')
    }
    case 'number':
      return typeof value === 'number' ? showNumber(input, value) : ''
  }
}
