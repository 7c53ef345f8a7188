import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { benefitStatusOf, visibleBenefits } from '../../services/my-benefits/benefit-status.server.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { ownWageMessages } from '../../services/my-benefits/below-minimum-wage-mail.messages.ts'
import { findBelowMinimumWage } from '../../services/my-benefits/below-minimum-wage.server.ts'
import { audienceOf } from './audience.rules.ts'
import { listHomeBanners, listHomeCards, listSlides, type HomeCard } from './home.contract.ts'
import { readHomeCards } from './home.queries.ts'

type OwnCall = Pick<Call<typeof listHomeCards>, 'tx' | 'clientId' | 'caller' | 'today'>

export const homeHandlers: Handler[] = [
  handle(listHomeCards, (call) => entriesFor(call, 'cards')),
  handle(listHomeBanners, async (call) => [...(await wageNotice(call)), ...(await entriesFor(call, 'banners'))]),
  handle(listSlides, async (call) => {
    const slides = await entriesFor(call, 'carousel')
    return slides.map(({ title, text, imageUrl }) => ({ title, text, imageUrl }))
  }),
]

async function wageNotice({ tx, clientId, caller }: OwnCall): Promise<HomeCard[]> {
  const below = await findBelowMinimumWage(tx, clientId, { people: [caller.personId] })
  return below.map(({ payOn }) => ({
    id: `below-minimum-wage ${payOn}`,
    title: ownWageMessages.title,
    text: `<p>${ownWageMessages.why(showDate(payOn))}</p><p>${ownWageMessages.whatToDo}</p>`,
    imageUrl: null,
    linkLabel: ownWageMessages.toBenefits,
    link: paths.benefits(),
    order: -1,
  }))
}

async function entriesFor(
  { tx, clientId, caller, today }: OwnCall,
  kind: 'cards' | 'banners' | 'carousel',
): Promise<HomeCard[]> {
  const entries = await readHomeCards(tx, clientId, { kind, audience: audienceOf(caller) })
  const promotes = entries.some(({ benefit }) => benefit !== null)
  const scheme = promotes ? await loadPersonScheme(tx, clientId, { ...caller, today }) : undefined
  return entries
    .filter(({ benefit }) => benefit === null || (scheme !== undefined && isPossible(scheme, benefit)))
    .map(({ card }) => card)
}

/** Also true before the end of probation and outside the windows, because the person can have the benefit later. */
function isPossible(scheme: PersonScheme, code: string): boolean {
  const benefit = visibleBenefits(scheme).find((one) => one.code === code)
  if (!benefit) return false
  const { choosing } = benefitStatusOf(scheme, benefit)
  return choosing.allowed || (choosing.cause !== 'employment' && choosing.cause !== 'eligibility')
}
