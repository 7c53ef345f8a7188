import { describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { enquiryLimits } from './contact.contract.ts'

const world = await startWorld()
const amelia = await world.signIn('amelia.hart')

const url = '/api/v1/cms-content/contact'
const enquiry = {
  subject: 'pay',
  comments: 'My deduction of November is higher than I expected.\nWhy?',
  email: 'amelia.hart@demo.example',
  firstName: 'Amelia',
  surname: 'Hart',
  company: 'Northgate Rail',
}
const send = (token: string, changes: object = {}) =>
  world.request({ method: 'POST', url, token, body: { ...enquiry, ...changes } })
const kept = (name: string) =>
  withConnection(world.database.superuser, async (client) => {
    const { rows } = await client.query(
      `select subject, subject_label, comments from enquiry join account using (client_id, person_id)
       where email = $1 order by received_at`,
      [`${name}@demo.example`],
    )
    return rows
  })

describe('contact page', () => {
  it('has the options and the text that the client defined [CONTENT-07] [CONTENT-08] [DATA-28]', async () => {
    const answer = await world.request({ url, token: amelia })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      enquiryOptions: [
        { label: 'A question about a benefit', value: 'benefit' },
        { label: 'My pay or a deduction', value: 'pay' },
        { label: 'My details are wrong', value: 'details' },
        { label: 'Something does not work', value: 'technical' },
      ],
      pageContent: { name: 'Talk to us', content: expect.stringContaining('within two working days') },
      error: null,
    })
  })

  it('cannot be read or used if the client has switched it off [CONTENT-03]', async () => {
    const grace = await world.signIn('grace.lin')
    const off = (value: boolean) =>
      withConnection(world.database.superuser, (client) =>
        client.query(
          `update client set switches = switches || jsonb_build_object('contactUsEnabled', $1::boolean) where code = 'demo'`,
          [value],
        ),
      )
    await off(false)
    try {
      expect((await world.request({ url, token: grace })).statusCode).toBe(404)
      expect((await send(grace)).statusCode).toBe(404)
    } finally {
      await off(true)
    }
  })
})

describe('sending an enquiry', () => {
  it('stores it as written, with the logged-in person as sender [CONTENT-11] [CONTENT-12] [DATA-28]', async () => {
    const answer = await send(amelia, { email: 'somebody.else@demo.example', firstName: 'Somebody' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok', fields: {}, message: 'Thank you, your message has been sent' })
    expect(await kept('amelia.hart')).toEqual([
      { subject: 'pay', subject_label: 'My pay or a deduction', comments: enquiry.comments },
    ])
  })

  it("mails it to the client's address for enquiries, in the name of the logged-in person [API-25]", async () => {
    const isla = await world.signIn('isla.reid')
    const answer = await send(isla, { email: 'somebody.else@demo.example', firstName: 'Somebody' })
    expect(answer.statusCode).toBe(200)
    const mails = await mailsOf(world, 'people-services@demo.example')
    expect(mails.filter(({ data }) => data?.['senderEmail'] === 'isla.reid@demo.example')).toEqual([
      expect.objectContaining({
        kind: 'new-enquiry',
        state: 'queued',
        data: {
          senderName: 'Isla Reid',
          senderEmail: 'isla.reid@demo.example',
          company: 'Northgate Rail',
          subject: 'My pay or a deduction',
          comments: enquiry.comments,
        },
      }),
    ])
  })

  it.each([
    ['the support', `support - 'contactUsEmail'`, 'rewards@demo.example'],
    ['the installation', `support - 'contactUsEmail' - 'email'`, 'support@benefits.example'],
  ])('mails it to %s if the client has no such address [API-25]', async (_, support, mailbox) => {
    const isla = await world.signIn('isla.reid')
    const original = await withConnection(world.database.superuser, async (client) => {
      const { rows } = await client.query<{ support: object }>(`select support from client where code = 'demo'`)
      await client.query(`update client set support = ${support} where code = 'demo'`)
      return rows[0]?.support
    })
    try {
      expect((await send(isla)).statusCode).toBe(200)
      expect(await mailsOf(world, mailbox)).toHaveLength(1)
    } finally {
      await withConnection(world.database.superuser, (client) =>
        client.query(`update client set support = $1 where code = 'demo'`, [original]),
      )
    }
  })

  it.each([
    [{ subject: '' }, { _person_enq: 'Please provide a subject for your message' }],
    [{ subject: 'no such option' }, { _person_enq: 'Please provide a subject for your message' }],
    [{ comments: ' \n ' }, { _message: 'This field is required' }],
  ])(
    'shows which field of %o is wrong [CONTENT-09] [CONTENT-12] [CONTENT-13] [CONTENT-14]',
    async (changes, fields) => {
      const answer = await send(amelia, changes)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        status: 'error',
        fields,
        message: 'Please correct the errors highlighted below',
      })
    },
  )

  it.each(['subject', 'email', 'firstName', 'surname', 'company'])(
    'refuses a line break in %s, because it is part of a mail header [S-69]',
    async (field) => {
      const answer = await send(amelia, { [field]: 'pay\r\nBcc: everybody@demo.example' })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'malformed'])
    },
  )

  it('allows only a few enquiries an hour, even if they are sent in parallel', async () => {
    const elif = await world.signIn('elif.kaya')
    const answers = await Promise.all(Array.from({ length: enquiryLimits.perHour + 3 }, () => send(elif)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(enquiryLimits.perHour)
    expect(codes.filter((code) => code === 429)).toHaveLength(3)
    expect(await kept('elif.kaya')).toHaveLength(enquiryLimits.perHour)
  })
})
