import { startFirefox } from '../harness/firefox.ts'
import { expect, password, served } from './portal.ts'

served('in Firefox an employee logs in, chooses a benefit, sees it, and logs out', async ({ portal }) => {
  const firefox = await startFirefox()
  const { click, fill, goto, waitFor } = firefox
  const sees = (text: string) => waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`)
  try {
    await goto(portal.address('/'))
    await click('button', 'Accept cookies')
    await fill('input[autocomplete="username"]', 'amelia.hart@demo.example')
    await fill('input[autocomplete="current-password"]', password)
    await sees('Welcome, Amelia')

    await goto(portal.address('/app/my-benefits/'))
    await click('link', 'Choose Dental insurance')
    await sees('Set up Dental insurance')
    await click('button', 'Next: people')
    await sees('Who should be covered?')
    await click('button', 'Next: terms')
    await click('checkbox', 'I have read the terms and conditions')
    await click('button', 'Next: review')
    await sees('Check your choice')
    await click('button', 'Confirm')
    await sees('You are all set')
    await firefox.back()
    await sees('My benefits')

    await goto(portal.address('/app/my-total-benefits/'))
    await sees('Dental insurance')
    await goto(portal.address('/app/home/my-profile/'))
    await sees('12 June 1988')

    await goto(portal.address('/app/home/'))
    await click('button', 'Menu')
    await click('link', 'Logout')
    await sees('You have been logged out successfully')
    await firefox.back()
    await sees('Forgotten?')
    expect(firefox.errors).toEqual([])
  } finally {
    await firefox.close()
  }
})
