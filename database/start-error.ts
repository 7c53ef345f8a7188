/** A cause outside the code that prevents the start. The process prints only the message and exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
