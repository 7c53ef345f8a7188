/** Foreign XML that was refused. The reason quotes nothing from it. */
export class XmlRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'XmlRefused'
  }
}
