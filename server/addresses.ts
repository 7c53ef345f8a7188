/** Whether an address belongs to the interface, on either base. */
export function isOfInterface(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}
