/** The provider has not said, so that it can be believed, who this is. The reason is for the log alone. */
export class NotProven extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotProven'
  }
}
