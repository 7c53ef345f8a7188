import type { Ref } from 'react'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useUser } from './use-session.ts'

type CurrentPasswordProps = {
  label: string
  name?: string
  value: string
  onChange: (password: string) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function CurrentPassword({ name = 'password', ...field }: CurrentPasswordProps) {
  const email = useUser()?.email
  return (
    <>
      {/* Password managers look for the user name in the form. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField name={name} autoComplete="current-password" {...field} />
    </>
  )
}
