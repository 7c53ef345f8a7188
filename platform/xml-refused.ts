export class XmlRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'XmlRefused'
  }
}
