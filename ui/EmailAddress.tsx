import { Fragment } from 'react'

/** Longer names or domains are too wide for a table column on a tablet. */
const SHORT = 20

/** An email address that may break after '@' and, in a long name or domain, after dots, hyphens and underscores. */
export function EmailAddress({ email }: { email: string }) {
  const parts = email.split(/(?<=@)/).flatMap((side) => (side.length > SHORT ? side.split(/(?<=[._-])/) : side))
  return (
    <span>
      {parts.map((part, index) => (
        // The parts keep their order, so the index is a stable key.
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
