/** Breaks after its sign where room is short, and not in the middle of a word. */
export function EmailAddress({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1
  return (
    <span>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  )
}
