/** Returns a file name without quotes, line breaks, separators and characters that change the reading direction. */
export function safeFileName(fileName: string): string {
  const safe = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
  return safe.trim() === '' ? 'download' : safe.slice(0, 200).toWellFormed()
}

export function uniqueFileNames(fileNames: readonly string[]): string[] {
  const used = new Set<string>()
  return fileNames.map((fileName) => {
    const name = safeFileName(fileName)
    const dot = name.lastIndexOf('.')
    const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) unique = `${base} (${number})${ending}`
    used.add(unique.toLowerCase())
    return unique
  })
}
