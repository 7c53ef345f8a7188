const faults: readonly [RegExp, string][] = [
  [/^EAUTH|\b530$/, 'the mail server refuses the user or the password of SMTP_URL'],
  [/MAIL FROM \d/, 'the mail server refuses the address of MAIL_FROM'],
  [
    /^(E(SOCKET|CONNECTION|TIMEDOUT|DNS|TLS|PROTOCOL)|ABORT|no answer)/,
    'the mail server of SMTP_URL does not answer as it should, or its certificate is not trusted',
  ],
]

/** Returns what the operator can do about a fault of the mail server. Undefined for a fault of a single mail. */
export function mailAdvice(fault: string): string | undefined {
  return faults.find(([words]) => words.test(fault))?.[1]
}
