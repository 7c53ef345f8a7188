import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { SetupField } from '../../domain/selections/benefits.contract.ts'
import styles from '../benefit-parts/Setup.module.css'
import type { InputProps } from './SetupFieldInput.tsx'
import { setupPeopleMessages } from './setup-people.messages.ts'
import { tierOf } from './setup-people.rules.ts'

type People = Extract<SetupField['input'], { kind: 'people' }>['people']

export function SetupPeopleInput({ field, value, onChange, error, people }: InputProps & { people: People }) {
  const panels = usePanels()
  const chosen = Array.isArray(value) ? value : []
  const tick = (person: string, on: boolean) =>
    onChange(on ? [...chosen, person] : chosen.filter((other) => other !== person))
  return (
    <fieldset className={styles.people}>
      <legend>{field.label}</legend>
      <p className={styles.hint}>
        {people.length > 0 ? (field.help ?? setupPeopleMessages.peopleHint) : setupPeopleMessages.noPeople}
      </p>
      {people.map((person, index) => (
        <Checkbox
          key={person.value}
          name={index === 0 ? field.name : `${field.name}-${index}`}
          label={
            <>
              {person.label}{' '}
              <span className={styles.relationship}>
                {person.relationship === 'partner' ? setupPeopleMessages.partner : setupPeopleMessages.dependant}
              </span>
            </>
          }
          checked={chosen.includes(person.value)}
          onChange={(on) => tick(person.value, on)}
          error={index === people.length - 1 ? error : undefined}
        />
      ))}
      <Button kind="quiet" onClick={() => panels.open('add-family-member')}>
        {setupPeopleMessages.addPerson}
      </Button>
      <p className={styles.tier} role="status">
        {setupPeopleMessages.tiers[tierOf(people, chosen)]}
      </p>
    </fieldset>
  )
}
