/**
 * Something outside the code keeps the portal from starting: a folder, an address, a port, a version.
 * Its message is one sentence for the person at the terminal; the process prints it alone and exits with 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
