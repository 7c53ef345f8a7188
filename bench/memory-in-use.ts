/** Loaded into a measured process. Answers each message with the number of bytes in use after a garbage collection. */
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})
process.channel?.unref()
