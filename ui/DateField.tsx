import type { ComponentProps } from 'react'
import { notADate } from './date-field.messages.ts'
import { TextField } from './TextField.tsx'

/** The browser's date input. `onChange` receives yyyy-mm-dd, '' or, for an incomplete or impossible date, `notADate`. */
export function DateField({
  value,
  onChange,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type' | 'onBlur' | 'onKeyUp'>) {
  // Browsers send no change event for an incomplete or impossible date, whose value is empty.
  const look = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const typed = currentTarget.validity.badInput ? notADate : currentTarget.value
    if (typed !== value) onChange(typed)
  }
  return (
    <TextField
      {...field}
      type="date"
      value={value === notADate ? '' : value}
      onChange={(typed) => onChange(typed)}
      onKeyUp={look}
      onBlur={look}
    />
  )
}
