/** An error with a cause outside the code, such as a setting. The process prints only the message and exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
