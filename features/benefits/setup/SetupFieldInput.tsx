import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Money } from '../../../ui/Money.tsx'
import { RadioCards } from '../../../ui/RadioCards.tsx'
import { SliderField } from '../../../ui/SliderField.tsx'
import { usePanels } from '../../../ui/use-panel.ts'
import type { SetupField, SetupValue } from '../benefits.contract.ts'
import { costMessages } from '../parts/cost.messages.ts'
import { setupMessages } from './setup.messages.ts'
import { showNumber, tierOf } from './setup.rules.ts'
import styles from './Setup.module.css'

type InputProps = {
  field: SetupField
  value: SetupValue | undefined
  onChange: (value: SetupValue | null) => void
  error: string | undefined
}

/** One question of a benefit's setup, in the form its answer needs. */
export function SetupFieldInput({ field, value, onChange, error }: InputProps) {
  const { input, label, help, name } = field
  switch (input.kind) {
    case 'options':
      return (
        <RadioCards
          legend={label}
          hint={help}
          error={error}
          name={name}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          choices={input.options.map((option) => ({
            value: option.value,
            label: option.label,
            ...(option.description && { detail: option.description }),
            ...(option.perMonth !== null && { aside: <Money amount={option.perMonth} per={costMessages.perMonth} /> }),
          }))}
        />
      )
    case 'yes-no':
      return (
        <RadioCards
          legend={label}
          hint={help}
          error={error}
          name={name}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(chosen) => onChange(chosen === 'true')}
          columns={2}
          choices={[
            { value: 'true', label: setupMessages.yes },
            { value: 'false', label: setupMessages.no },
          ]}
        />
      )
    case 'number': {
      const show = (amount: number) => showNumber(input, amount)
      return (
        <SliderField
          label={label}
          hint={help ?? setupMessages.range(show(input.min), show(input.max))}
          error={error}
          name={name}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          min={input.min}
          max={input.max}
          step={input.step}
          show={show}
          sliderLabel={setupMessages.slider(label)}
          prefix={input.unit === 'pounds' ? '£' : undefined}
          suffix={setupMessages.units[input.unit]}
        />
      )
    }
    case 'people':
      return <PeopleInput {...{ field, value, onChange, error }} people={input.people} />
  }
}

function PeopleInput({
  field,
  value,
  onChange,
  error,
  people,
}: InputProps & { people: Extract<SetupField['input'], { kind: 'people' }>['people'] }) {
  const panels = usePanels()
  const chosen = Array.isArray(value) ? value : []
  const tick = (person: string, on: boolean) =>
    onChange(on ? [...chosen, person] : chosen.filter((other) => other !== person))
  return (
    <fieldset className={styles.people}>
      <legend>{field.label}</legend>
      <p className={styles.hint}>
        {people.length > 0 ? (field.help ?? setupMessages.peopleHint) : setupMessages.noPeople}
      </p>
      {people.map((person, index) => (
        <Checkbox
          key={person.value}
          name={index === 0 ? field.name : `${field.name}-${index}`}
          label={
            <>
              {person.label}{' '}
              <span className={styles.relationship}>
                {person.relationship === 'partner' ? setupMessages.partner : setupMessages.dependant}
              </span>
            </>
          }
          checked={chosen.includes(person.value)}
          onChange={(on) => tick(person.value, on)}
          error={index === people.length - 1 ? error : undefined}
        />
      ))}
      <Button kind="quiet" onClick={() => panels.open('add-family-member')}>
        {setupMessages.addPerson}
      </Button>
      <p className={styles.tier} role="status">
        {setupMessages.tiers[tierOf(people, chosen)]}
      </p>
    </fieldset>
  )
}
