import { Fragment } from 'react'

/** A longer part doesn't fit a table column on a tablet. */
const SHORT = 20

/** May break after '@' and, on a long side, after dots, hyphens and underscores. */
export function EmailAddress({ email }: { email: string }) {
  const parts = email.split(/(?<=@)/).flatMap((side) => (side.length > SHORT ? side.split(/(?<=[._-])/) : side))
  return (
    <span>
      {parts.map((part, index) => (
        // The parts never move, so the index is a stable key.
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
