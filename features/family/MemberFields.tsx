import { useState } from 'react'
import { dobMessages } from '../../contract/date-of-birth.messages.ts'
import { addDays, londonDate, showDate } from '../../contract/dates.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DateOfBirthField } from '../../ui/DateOfBirthField.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { familyPanelMessages as say } from './family-panel.messages.ts'
import type { TypedMember } from './family-payload.rules.ts'
import { asksAboutEducation, type MemberProblems } from './member-form.rules.ts'
import {
  educationEnds,
  familyLimits,
  titles,
  type Relationship,
  type Sex,
  type Title,
} from '../../domain/definition/family.rules.ts'

type MemberFieldsProps = {
  typed: TypedMember
  onChange: (typed: TypedMember) => void
  problems: MemberProblems
  isRelationshipGiven?: boolean
}

export function MemberFields({ typed, onChange, problems, isRelationshipGiven = false }: MemberFieldsProps) {
  const [today] = useState(() => londonDate(new Date()))
  const put = (changed: Partial<TypedMember>) => onChange({ ...typed, ...changed })
  return (
    <>
      <SelectField
        label={say.title}
        name="title"
        placeholder={say.choose}
        choices={titles.map((title) => ({ value: title, label: title }))}
        value={typed.title}
        // The value is one of the choices above, or empty.
        onChange={(title) => put({ title: title as Title | '' })}
        error={problems.title}
      />
      <TextField
        label={say.firstName}
        name="first_name"
        maxLength={familyLimits.nameLength}
        value={typed.firstName}
        onChange={(firstName) => put({ firstName })}
        error={problems.first_name}
        autoComplete="off"
      />
      <TextField
        label={say.surname}
        name="surname"
        maxLength={familyLimits.nameLength}
        value={typed.surname}
        onChange={(surname) => put({ surname })}
        error={problems.surname}
        autoComplete="off"
      />
      <DateOfBirthField
        label={dobMessages.label}
        hint={dobMessages.hint}
        name="date_of_birth"
        value={typed.dateOfBirth}
        onChange={(dateOfBirth) => put({ dateOfBirth })}
        error={problems.date_of_birth}
        // Allows tomorrow, because the device's clock may be a day behind.
        today={addDays(today, 1)}
      />
      <RadioCards
        legend={say.sex}
        name="sex"
        columns={2}
        value={typed.sex || null}
        // The value is one of the choices below.
        onChange={(sex) => put({ sex: sex as Sex })}
        choices={(['female', 'male'] as const).map((sex) => ({ value: sex, label: say.sexes[sex] }))}
        error={problems.sex}
      />
      {!isRelationshipGiven && (
        <RadioCards
          legend={say.relationship}
          name="fmember_type"
          columns={2}
          value={typed.relationship || null}
          // The value is one of the choices below.
          onChange={(relationship) => put({ relationship: relationship as Relationship })}
          choices={(['partner', 'dependant'] as const).map((one) => ({ value: one, label: say.relationships[one] }))}
          error={problems.fmember_type}
        />
      )}
      {(problems.somebodyElse !== undefined || typed.somebodyElse === true) && (
        <Checkbox
          label={say.somebodyElse}
          name="somebodyElse"
          checked={typed.somebodyElse === true}
          onChange={(somebodyElse) => put({ somebodyElse })}
          error={problems.somebodyElse}
        />
      )}
      {(asksAboutEducation(typed, today) || problems.education !== undefined) && (
        <RadioCards
          legend={say.education}
          hint={say.educationHint(showDate(educationEnds(today)))}
          name="education"
          columns={2}
          value={typed.education || null}
          // The value is one of the choices below.
          onChange={(education) => put({ education: education as 'yes' | 'no' })}
          choices={[
            { value: 'yes', label: say.yes },
            { value: 'no', label: say.no },
          ]}
          error={problems.education}
        />
      )}
    </>
  )
}
