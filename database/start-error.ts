/** A cause outside the code keeps the portal from starting. The process prints the message alone and exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
