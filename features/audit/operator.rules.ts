export function isOperatorName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.@_-]{1,79}$/i.test(name)
}

/** Returns an operator's actor id in the audit trail. The space keeps it different from every user's id. */
export function actorOfOperator(name: string): string {
  return `operator ${name.toLowerCase()}`
}

export function isActorOperator(actor: string | null): boolean {
  return actor !== null && actor.startsWith('operator ')
}

export function actorOfCommand(operator: string | undefined): string | null {
  return operator === undefined ? null : actorOfOperator(operator)
}
