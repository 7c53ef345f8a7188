export const mailMessages = {
  dear: (name: string) => `Dear ${name},`,
  hello: 'Hello,',
  buttonFails: 'If the button does not work, copy this address into your browser:',
  help: (email: string, number: string | null) =>
    number ? `Questions? Email ${email} or call ${number}.` : `Questions? Email ${email}.`,
  automatic: (brand: string) => `This is an automatic message from ${brand}.`,
} as const
