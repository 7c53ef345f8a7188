import type { IsoDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import type { FirstDayView } from '../../domain/selections/benefits.contract.ts'
import { reviewMessages as say } from './review-and-terms.messages.ts'
import styles from '../benefit-parts/Setup.module.css'

export function StartDate({ firstDay, onChange }: { firstDay: FirstDayView; onChange: (day: IsoDate) => void }) {
  const { day, why, others, arrears, earlier } = firstDay
  const days = [{ day, why }, ...others].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return (
    <Card as="section" labelledBy="start-date">
      <h3 id="start-date" className={styles.cardTitle}>
        {say.startDate}
      </h3>
      {others.length === 0 ? (
        <p>{why}</p>
      ) : (
        <RadioCards
          legend={say.startDateQuestion}
          name="effectiveFrom"
          value={day}
          // The value is one of the days above.
          onChange={(taken) => onChange(taken as IsoDate)}
          choices={days.map((one) => ({ value: one.day, label: one.why }))}
        />
      )}
      {earlier.map((part) => (
        <p key={part.day}>
          {part.people.length === 0 ? part.why : say.coveredEarlier(part.people.join(', '), part.why)}
        </p>
      ))}
      {arrears !== null && (
        <p>{arrears < 0 ? say.arrearsBack(showPounds(-arrears)) : say.arrears(showPounds(arrears))}</p>
      )}
    </Card>
  )
}
