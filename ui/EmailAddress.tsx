import { Fragment } from 'react'

/** More letters than this are a line of their own in a column of a tablet. */
const SHORT = 20

/** Where room is short it breaks after its sign, and what is long on either side of it between the parts of its names. */
export function EmailAddress({ email }: { email: string }) {
  const parts = email.split(/(?<=@)/).flatMap((side) => (side.length > SHORT ? side.split(/(?<=[._-])/) : side))
  return (
    <span>
      {parts.map((part, index) => (
        // The parts of an address keep their places.
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
