import { useState, type FormEvent } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { oneOf } from '../../ui/use-address-params.ts'
import { notify } from '../../ui/use-notices.ts'
import type { ScheduledReport } from './report-schedules.contract.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'
import { filterWords } from './filter-words.tsx'
import styles from './Schedules.module.css'
import { latestDayOfMonth, rhythms } from './send-days.rules.ts'
import { useScheduleActions } from './use-report-schedules.ts'

type NewScheduleFormProps = { report: ScheduledReport; query: string; onAdded: () => void }

export function NewScheduleForm({ report, query, onAdded }: NewScheduleFormProps) {
  const [rhythm, setRhythm] = useState<(typeof rhythms)[number]>('monthly')
  const [day, setDay] = useState('1')
  const { add } = useScheduleActions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const when = { rhythm, day: rhythm === 'payroll-lock' ? null : Number(day) }
    const onSuccess = () => {
      notify(say.scheduled(say.when(when)))
      onAdded()
    }
    add.mutate({ report, query, ...when }, { onSuccess })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3>{say.newSchedule(say.reports[report])}</h3>
      <p className={styles.soft}>{filterWords(query)}</p>
      {add.error && (
        <Alert kind="error" isAnswer>
          {failureText(add.error)}
        </Alert>
      )}
      <SelectField
        label={say.rhythm}
        value={rhythm}
        onChange={(value) => {
          setRhythm(oneOf(rhythms, value) ?? 'monthly')
          setDay('1')
        }}
        choices={rhythms
          .filter((value) => value !== 'payroll-lock' || report === 'payroll')
          .map((value) => ({ value, label: say.rhythms[value] }))}
      />
      {rhythm === 'weekly' && (
        <SelectField
          label={say.weekday}
          value={day}
          onChange={setDay}
          choices={say.weekdays.map((label, index) => ({ value: String(index + 1), label }))}
        />
      )}
      {rhythm === 'monthly' && (
        <SelectField
          label={say.dayOfMonth}
          hint={say.dayHint}
          value={day}
          onChange={setDay}
          choices={Array.from({ length: latestDayOfMonth }, (_, index) => String(index + 1)).map((value) => ({
            value,
            label: value,
          }))}
        />
      )}
      <div>
        <Button type="submit" busy={add.isPending} busyLabel={say.scheduling}>
          {say.schedule}
        </Button>
      </div>
    </form>
  )
}
