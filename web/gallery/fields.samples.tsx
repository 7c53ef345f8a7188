import { useState, type ComponentProps } from 'react'
import { dobMessages } from '../../contract/date-of-birth.messages.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { formMessages } from '../../contract/messages.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { Button } from '../../ui/Button.tsx'
import { ChipSelect } from '../../ui/ChipSelect.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ChoosePassword } from '../../ui/ChoosePassword.tsx'
import { CodeBoxes, noDigits, type CodeDigits } from '../../ui/CodeBoxes.tsx'
import { dateFieldMessages } from '../../ui/date-field.messages.ts'
import { DateField } from '../../ui/DateField.tsx'
import { DateOfBirthField } from '../../ui/DateOfBirthField.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileFormatField, type FileFormat } from '../../ui/FileFormat.tsx'
import { FileUpload } from '../../ui/FileUpload.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordRules } from '../../ui/PasswordRules.tsx'
import { RadioCards, type CardChoice } from '../../ui/RadioCards.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { UploadProblems } from '../../ui/UploadProblems.tsx'
import { useChoosePassword } from '../../ui/use-choose-password.ts'
import {
  useNewPassword,
  type NewPasswordProblems,
  type RuleCheck,
  type RuleMark,
  type RuleName,
} from '../../ui/use-new-password.ts'
import { stateSamples } from './StateSample.tsx'
import styles from './Gallery.module.css'
import { longName, longSentence, doNothing, pounds, rightToLeftName } from './example-texts.samples.ts'

const years = [2026, 2027, 2028].map((year) => ({ value: String(year), label: `Scheme year ${year}` }))
const someCode: CodeDigits = ['4', '9', '2', '0', '1', '7']
// The keys of a constant object match its type.
const ruleNames = Object.keys(passwordMessages.rule) as RuleName[]
const levels: readonly CardChoice[] = [
  { value: 'none', label: 'No cover', aside: pounds(0) },
  { value: 'single', label: 'Me', detail: 'Private rooms, no limit on days', aside: pounds(83.33) },
  { value: 'family', label: 'My family and me', detail: 'Partner and children', aside: pounds(12345.67) },
  { value: 'world', label: 'Worldwide', detail: 'Not offered at your grade', disabled: true },
]

export const fieldSamples = {
  Field: () =>
    stateSamples({
      'Around any input': (
        <Field label="Depot" hint="Where you start work">
          {({ id, describedBy }) => <input id={id} className={styles.bare} aria-describedby={describedBy} />}
        </Field>
      ),
      'Not required': (
        <Field label="Middle name" required={false}>
          {({ id }) => <input id={id} className={styles.bare} />}
        </Field>
      ),
      Error: (
        <Field label="Depot" error={formMessages.required}>
          {({ id, describedBy, invalid }) => (
            <input id={id} className={styles.bare} aria-describedby={describedBy} aria-invalid={invalid} />
          )}
        </Field>
      ),
    }),

  TextField: () =>
    stateSamples({
      Empty: <Text label="First name" />,
      Filled: <Text label="First name" value="Amelia" />,
      'Pointed at': <Text label="First name" value="Amelia" />,
      'With the focus': <Text label="First name" value="Amelia" />,
      'Hint, not required': <Text label="Known as" hint="What your colleagues call you" required={false} />,
      Error: <Text label="Email" type="email" value="amelia@" error={formMessages.email} />,
      Disabled: <Text label="Email" value="amelia.hart@demo.example" disabled />,
      'Before and after': <Text label="Salary" value="45,000.00" prefix="£" suffix="a year" inputMode="decimal" />,
      'Long words': (
        <>
          <Text label={longSentence} value={longName} hint={longSentence} error={longSentence} />
          <Text label="Name" value={rightToLeftName} dir="auto" />
        </>
      ),
    }),

  SearchField: () =>
    stateSamples({
      Empty: <Search />,
      Filled: <Search value="Hart" />,
      'Pointed at': <Search value="Hart" />,
      'With the focus': <Search value="Hart" />,
      Disabled: <Search disabled />,
    }),

  ChipSelect: () =>
    stateSamples({
      'Without a filter': <Chip />,
      'With a filter': <Chip value="1" />,
      'Pointed at': <Chip />,
      'With the focus': <Chip />,
    }),

  NumberField: () =>
    stateSamples({
      Empty: <Count label="Days" value={null} />,
      Filled: <Count label="Days" value={2} suffix="days" />,
      'With the focus': <Count label="Days" value={2} suffix="days" />,
      Error: <Count label="Days" value={6} suffix="days" error="Please choose 5 days or fewer" />,
      Disabled: <Count label="Days" value={2} disabled />,
      Money: <Count label="Amount" value={12345.67} prefix="£" step={0.01} max={20000} />,
    }),

  PasswordField: () =>
    stateSamples({
      Empty: <Password />,
      Filled: <Password value="Some words I made up" />,
      'Pointed at': <Password value="Some words I made up" />,
      'With the focus': <Password value="Some words I made up" />,
      Error: <Password error={formMessages.required} />,
      Disabled: <Password value="Some words I made up" disabled />,
    }),

  PasswordRules: () =>
    stateSamples({
      'None met': <PasswordRules marks={ruleNames.map((name) => ({ name, met: false }))} settled />,
      'Some met': <PasswordRules marks={marked('Some words')} settled />,
      'All met': <PasswordRules marks={ruleNames.map((name) => ({ name, met: true }))} settled />,
      'Being checked': <PasswordRules marks={marked('Some words')} settled={false} />,
      'Could not be checked': <PasswordRules marks={ruleNames.map((name) => ({ name, met: null }))} settled />,
    }),

  NewPassword: () =>
    stateSamples({
      'Empty: type, and the rules follow': <Chosen />,
      Filled: <Chosen start="Some words I made up" />,
      Error: (
        <Chosen
          start="some words"
          problems={{ password: passwordMessages.blocked, confirmation: passwordMessages.mismatch }}
        />
      ),
    }),

  ChoosePassword: () =>
    stateSamples({
      'Who you are: any date goes on': <TwoSteps />,
      'Filled from the address': <TwoSteps prefilled="1996-02-29" />,
    }),

  DateField: () =>
    stateSamples({
      Empty: <Day />,
      Error: <Day value="2026-11-16" error={dateFieldMessages.notADate} />,
    }),

  DateOfBirthField: () =>
    stateSamples({
      Empty: <Born />,
      Filled: <Born value="1996-02-29" />,
      'Half filled': <Born value="-03-" hint="As in your contract" />,
      'With the focus': <Born value="1996-02-29" />,
      Error: <Born value="2096-02-29" error={dobMessages.invalid} />,
      'Disabled, not required': <Born value="1996-02-29" disabled required={false} />,
    }),

  CodeBoxes: () =>
    stateSamples({
      Empty: <Code />,
      Filled: <Code digits={someCode} />,
      'With the focus': <Code digits={['4', '9', '', '', '', '']} />,
      Error: <Code digits={someCode} error="This code has run out" hint="From your authenticator app" />,
      Disabled: <Code digits={someCode} disabled />,
    }),

  SelectField: () =>
    stateSamples({
      'Nothing chosen': <Select value="" placeholder="Please choose" />,
      Chosen: <Select value="2027" />,
      'Pointed at': <Select value="2027" />,
      'With the focus': <Select value="2027" />,
      Error: <Select value="" placeholder="Please choose" error={formMessages.required} />,
      Disabled: <Select value="2026" disabled />,
      'A filter': <Select value="2026" isFilter />,
      'Long words, many choices': (
        <SelectField
          label="Person"
          value="0"
          onChange={doNothing}
          choices={Array.from({ length: 60 }, (_, index) => ({
            value: String(index),
            label: index === 0 ? longName : index === 1 ? rightToLeftName : `Employee ${index}`,
          }))}
        />
      ),
    }),

  TextArea: () =>
    stateSamples({
      Empty: <Words />,
      Filled: <Words value={longSentence} />,
      'With the focus': <Words value={longSentence} />,
      Error: <Words error={formMessages.required} />,
      Disabled: <Words value="I have cover elsewhere." disabled />,
    }),

  Checkbox: () =>
    stateSamples({
      Unticked: <Tick label="I have read the benefit's terms" />,
      Ticked: <Tick label="I have read the benefit's terms" checked />,
      'Some of them': <Tick label="All employees" mixed />,
      'With the focus': <Tick label="I have read the benefit's terms" />,
      'Hint and error': (
        <Tick label="I agree" hint="You can change your mind for 14 days" error={formMessages.required} required />
      ),
      Disabled: (
        <>
          <Tick label="Always on" checked disabled />
          <Tick label="Not offered to you" disabled />
        </>
      ),
      'A switch, off and on': (
        <>
          <Tick label="Two-factor authentication" asSwitch hint="Holds at once" />
          <Tick label="Eligibility impact" asSwitch checked />
        </>
      ),
      'A switch, with the focus': <Tick label="Eligibility impact" asSwitch checked />,
      'A switch, disabled': (
        <>
          <Tick label="Insights" asSwitch disabled />
          <Tick label="Contact page" asSwitch checked disabled />
        </>
      ),
      'Long words': <Tick label={longSentence} hint={longSentence} />,
    }),

  RadioCards: () =>
    stateSamples({
      'Nothing chosen': <Cards name="cards-none" value={null} />,
      Chosen: <Cards name="cards-chosen" value="single" />,
      'Pointed at': <Cards name="cards-hover" value="single" />,
      'With the focus': <Cards name="cards-focus" value="single" />,
      Error: (
        <Cards name="cards-error" value={null} error={formMessages.required} hint="One level for the whole year" />
      ),
      'Side by side': { wide: <Cards name="cards-columns" value="family" columns={3} /> },
      'Long words': (
        <RadioCards
          legend={longSentence}
          name="cards-long"
          value="a"
          onChange={doNothing}
          choices={[{ value: 'a', label: longName, detail: longSentence, aside: pounds(12345.67) }]}
        />
      ),
    }),

  SliderField: () =>
    stateSamples({
      Default: <TypeOrSlide value={1000} />,
      Empty: <TypeOrSlide value={null} />,
      'With the focus': <TypeOrSlide value={1000} />,
      Error: <TypeOrSlide value={12345.67} error="Please choose £3,000.00 or less" />,
    }),

  FileFormat: () =>
    stateSamples({
      'CSV, or a workbook': <Format />,
    }),

  FileUpload: () =>
    stateSamples({
      'Nothing chosen': <Upload />,
      'With the focus': <Upload />,
      Chosen: <Upload file={{ name: 'people-november.csv', size: 12_345 }} />,
      'On its way': <Upload file={{ name: 'people-november.csv', size: 12_345_678 }} sending={0.45} />,
      'On its way, nobody knows how far': (
        <Upload file={{ name: 'people-november.csv', size: 12_345_678 }} sending={null} />
      ),
      Error: <Upload file={{ name: 'people-november.csv', size: 0 }} error="This file is empty" />,
      Disabled: <Upload disabled />,
      'Long words': <Upload file={{ name: `${longName.replaceAll(' ', '-')}.csv`, size: 999 }} />,
    }),

  UploadProblems: () =>
    stateSamples({
      Some: {
        wide: (
          <UploadProblems
            problems={[
              { row: 2, column: 'Date of birth', value: '31/02/1990', rule: 'This day does not exist' },
              { row: 17, column: 'Salary', value: '', rule: formMessages.required },
              { row: 1045, column: 'Surname', value: longName, rule: longSentence },
            ]}
            footer={
              <Button kind="secondary" icon="download">
                Download what is wrong
              </Button>
            }
          />
        ),
      },
    }),

  FormErrors: () =>
    stateSamples({
      'Some fields': (
        <form noValidate>
          <FormErrors
            title={formErrorMessages.review}
            errors={[
              { field: 'email', message: formMessages.email },
              { field: 'surname', message: formMessages.required },
            ]}
          />
        </form>
      ),
      'Long words': (
        <form noValidate>
          <FormErrors title={longSentence} errors={[{ field: 'name', message: longSentence }]} />
        </form>
      ),
    }),
}

type Without<Props, Keys extends keyof Props> = Omit<Props, Keys>

function Text({
  value = '',
  ...rest
}: Without<ComponentProps<typeof TextField>, 'onChange' | 'value'> & { value?: string }) {
  const [typed, setTyped] = useState(value)
  return <TextField {...rest} value={typed} onChange={setTyped} />
}

function Search({ value = '', disabled = false }: { value?: string; disabled?: boolean }) {
  const [typed, setTyped] = useState(value)
  return (
    <SearchField
      label="Find an employee"
      clearLabel="Clear search"
      value={typed}
      onChange={setTyped}
      disabled={disabled}
    />
  )
}

function Chip({ value = '' }: { value?: string }) {
  const [chosen, setChosen] = useState(value)
  return (
    <ChipSelect
      label="Registration"
      value={chosen}
      onChange={setChosen}
      choices={[
        { value: '', label: 'Everyone' },
        { value: '1', label: 'Registered' },
      ]}
    />
  )
}

function Count({ value, ...rest }: Without<ComponentProps<typeof NumberField>, 'onChange'>) {
  const [count, setCount] = useState(value)
  return <NumberField min={0} max={5} {...rest} value={count} onChange={setCount} />
}

function Password({ value = '', error, disabled = false }: { value?: string; error?: string; disabled?: boolean }) {
  const [typed, setTyped] = useState(value)
  return (
    <PasswordField
      label="Password"
      autoComplete="current-password"
      value={typed}
      onChange={setTyped}
      error={error}
      disabled={disabled}
    />
  )
}

function Day({ value = '', ...rest }: Partial<ComponentProps<typeof DateField>>) {
  const [typed, setTyped] = useState(value)
  return <DateField label="Date of the event" {...rest} value={typed} onChange={setTyped} />
}

function Born({ value = '', ...rest }: Partial<ComponentProps<typeof DateOfBirthField>>) {
  const [typed, setTyped] = useState(value)
  return <DateOfBirthField label="Date of birth" {...rest} value={typed} onChange={setTyped} />
}

function Code({ digits = noDigits, ...rest }: Partial<ComponentProps<typeof CodeBoxes>>) {
  const [typed, setTyped] = useState<CodeDigits>(digits)
  return <CodeBoxes label="Authentication code" {...rest} digits={typed} onChange={setTyped} />
}

function Select({ value, ...rest }: Without<ComponentProps<typeof SelectField>, 'label' | 'onChange' | 'choices'>) {
  const [chosen, setChosen] = useState(value)
  return <SelectField label="Scheme year" choices={years} {...rest} value={chosen} onChange={setChosen} />
}

function Words({ value = '', error, disabled = false }: { value?: string; error?: string; disabled?: boolean }) {
  const [typed, setTyped] = useState(value)
  return <TextArea label="Reason" value={typed} onChange={setTyped} error={error} disabled={disabled} />
}

function Tick({
  checked = false,
  ...rest
}: Without<ComponentProps<typeof Checkbox>, 'onChange' | 'checked'> & { checked?: boolean }) {
  const [ticked, setTicked] = useState(checked)
  return <Checkbox {...rest} checked={ticked} onChange={setTicked} />
}

function Cards({ value, ...rest }: Without<ComponentProps<typeof RadioCards>, 'legend' | 'onChange' | 'choices'>) {
  const [chosen, setChosen] = useState(value)
  return <RadioCards legend="Level of cover" choices={levels} {...rest} value={chosen} onChange={setChosen} />
}

function TypeOrSlide({ value, error }: { value: number | null; error?: string }) {
  const [at, setAt] = useState(value)
  return (
    <SliderField
      label="Value of the bicycle"
      sliderLabel="Value of the bicycle, slider"
      prefix="£"
      min={100}
      max={3000}
      step={50}
      show={pounds}
      value={at}
      onChange={setAt}
      error={error}
    />
  )
}

function Format() {
  const [format, setFormat] = useState<FileFormat>('csv')
  return <FileFormatField value={format} onChange={setFormat} />
}

function Upload({ file = null, ...rest }: Partial<ComponentProps<typeof FileUpload>>) {
  const [chosen, setChosen] = useState<Pick<File, 'name' | 'size'> | null>(file)
  return (
    <FileUpload
      label="People file"
      hint="CSV, up to 20 MB"
      endings={['.csv']}
      {...rest}
      file={chosen}
      onChoose={setChosen}
      onRemove={() => setChosen(null)}
    />
  )
}

function Chosen({ start = '', problems = {} }: { start?: string; problems?: NewPasswordProblems }) {
  const state = useNewPassword({ rules: ruleNames, check: (typed) => Promise.resolve(checked(typed)) })
  const password = state.password || start
  return <NewPassword state={{ ...state, password, ...(start && { marks: marked(password) }) }} problems={problems} />
}

function TwoSteps({ prefilled = '' }: { prefilled?: string }) {
  const state = useChoosePassword({
    rules: ruleNames,
    prefilled,
    verify: () => Promise.resolve(ruleNames),
    check: (typed) => Promise.resolve(checked(typed)),
    set: () => Promise.resolve(),
    explain: () => ({}),
    onOver: () => undefined,
  })
  const words = {
    verifyLead: 'First, please confirm your date of birth.',
    checking: 'Checking...',
    chooseLead: 'Now choose a password.',
    submit: 'Save',
    submitting: 'Saving...',
    next: null,
  }
  return <ChoosePassword state={state} words={words} onCancel={() => undefined} />
}

function checked(password: string): RuleCheck[] {
  const unmet: Partial<Record<RuleName, boolean>> = {
    length: password.length < 12,
    upper: !/[A-Z]/.test(password),
    number: !/\d/.test(password),
    special: !/[^\w\s]/.test(password),
  }
  return ruleNames.map((name) => ({ name, status: !unmet[name] }))
}

function marked(password: string): RuleMark[] {
  return checked(password).map(({ name, status }) => ({ name, met: status }))
}
