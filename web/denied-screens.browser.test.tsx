import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Endpoint } from '../contract/endpoint.ts'
import { refusal } from '../contract/refusals.ts'
import { listBenefits, readBenefitWithSelection } from '../domain/selections/benefits.contract.ts'
import { readBasket } from '../features/basket/basket.contract.ts'
import { BasketPage } from '../features/basket/BasketPage.tsx'
import { BenefitPage } from '../features/benefits/BenefitPage.tsx'
import { listFaqs } from '../features/content/content.contract.ts'
import { FaqsPage } from '../features/content/FaqsPage.tsx'
import { listHomeBanners, listHomeCards } from '../features/home/home.contract.ts'
import { HomePage } from '../features/home/HomePage.tsx'
import { readProfile } from '../features/profile/profile.contract.ts'
import { ProfilePage } from '../features/profile/ProfilePage.tsx'
import { signedIn } from '../features/session/session.samples.ts'
import { useSession } from '../features/session/use-session.ts'
import { readTotalBenefits, readTotalBenefitsCard } from '../features/total-benefits/total-benefits.contract.ts'
import { TotalBenefitsPage } from '../features/total-benefits/TotalBenefitsPages.tsx'
import { readVoucherManagement } from '../features/vouchers/vouchers.contract.ts'
import { VouchersPage } from '../features/vouchers/VouchersPage.tsx'
import { Answers, expectAccessible, showScreen } from '../tests/harness/screen.tsx'

const benefit = '/app/my-benefits/00000000-0000-4000-8000-000000000001'

test.each<[name: string, Screen: ComponentType, calls: Endpoint[], at: string, route?: string]>([
  ['home', HomePage, [listHomeCards, listHomeBanners, listBenefits, readTotalBenefitsCard], '/app/home/'],
  ['profile', ProfilePage, [readProfile], '/app/my-profile/'],
  ['basket', BasketPage, [readBasket], '/app/my-benefits/basket'],
  ['FAQs', FaqsPage, [listFaqs], '/app/faqs/'],
  ['total benefits', TotalBenefitsPage, [readTotalBenefits], '/app/my-total-benefits/'],
  ['a benefit', BenefitPage, [readBenefitWithSelection], benefit, '/app/my-benefits/$benefitId'],
  ['child care vouchers', VouchersPage, [readVoucherManagement], '/app/ccv/manage'],
])(
  'says "Access Denied" without a retry if the server denies %s [GUARD-02] [GUARD-09]',
  async (_, Screen, calls, at, route = '$') => {
    useSession.setState(signedIn())
    const answers = new Answers()
    for (const endpoint of calls) answers.refuse(endpoint, refusal('denied', 403, 'Access Denied'))
    await showScreen({ at, route, screen: <Screen />, answers, retry: false })
    await expect.element(page.getByRole('alert').getByText('Access Denied').first()).toBeVisible()
    expect(page.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(0)
    await expectAccessible()
  },
)
