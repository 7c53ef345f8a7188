/** XML from outside that is not read, and why; the reason quotes nothing of it. */
export class XmlRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'XmlRefused'
  }
}
