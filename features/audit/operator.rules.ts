/** The name by which colleagues know an operator. */
export function isOperatorName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.@_-]{1,79}$/i.test(name)
}

/** Who an operator is in the audit. No employer user's id looks like it, whatever an operator is called. */
export function actorOfOperator(name: string): string {
  return `operator ${name.toLowerCase()}`
}

/** Whether it is an operator who stands in the audit as having done something. */
export function isActorOperator(actor: string | null): boolean {
  return actor !== null && actor.startsWith('operator ')
}
