import { Fragment } from 'react'

const SHORT = 20

/** An email address that may break after '@' and, in a long part, after dots, hyphens and underscores. */
export function EmailAddress({ email }: { email: string }) {
  const parts = email.split(/(?<=@)/).flatMap((side) => (side.length > SHORT ? side.split(/(?<=[._-])/) : side))
  return (
    <span>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
