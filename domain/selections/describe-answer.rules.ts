/** Returns an answer such as 'Level 2'. An amount, and Yes or No, get their label: 'Contribution: 6%'. */
export function describeAnswer({ label, value }: { label: string; value: string }): string {
  if (/[a-z]/i.test(value) && !/^(yes|no)$/i.test(value)) return value
  return label.endsWith('?') ? `${label} ${value}` : `${label}: ${value}`
}
