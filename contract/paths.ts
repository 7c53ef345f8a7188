/** Every address of the portal's screens. Build links and redirects from these (Annex B). */
export const paths = {
  login: () => '/',
  forgottenPassword: () => '/forgotten-password/',
  logout: () => '/logout',
  logoutSuccess: () => '/logout-success',
  twoFactorCode: () => '/two-fa',
  twoFactorQrSetup: () => '/two-fa-qr-setup',
  twoFactorCodeSetup: () => '/two-fa-code-setup',
  contactUs: () => '/contact-us/',
  cookiePolicy: () => '/cookie-policy/',
  privacyStatement: () => '/privacy-statement',
  termsAndConditions: () => '/terms-and-conditions',
  home: () => '/app/home/',
  profile: () => '/app/home/my-profile/',
  benefits: () => '/app/my-benefits/',
  basket: () => '/app/my-benefits/basket',
  benefit: (benefitId: string) => `/app/my-benefits/${benefitId}`,
  benefitSetup: (benefitId: string) => `/app/my-benefits/${benefitId}/setup`,
  benefitManage: (benefitId: string) => `/app/my-benefits/${benefitId}/manage`,
  whatIf: (benefitId = '') => `/app/my-benefits/what-if/?benefit=${benefitId}`,
  faqs: () => '/app/faqs/',
  totalBenefits: () => '/app/my-total-benefits/',
  totalBenefitsEnhanced: () => '/app/my-total-benefits-enhanced/',
  dashboard: () => '/app/dashboard/',
  engagement: () => '/app/dashboard/employee-engagement/',
  settings: () => '/app/dashboard/platform-settings/',
  insights: (benefitId?: string) => `/app/dashboard/employee-insights/${benefitId ? `?benefit=${benefitId}` : ''}`,
  takeUp: () => '/app/dashboard/benefit-takeup',
  benefitTakeUp: (benefitId: string) => `/app/dashboard/benefit-takeup/${benefitId}`,
  approvals: () => '/app/dashboard/approve-selections',
  benefitApprovals: (benefitId: string) => `/app/dashboard/approve-selections/${benefitId}`,
  employeeData: () => '/app/employee-data/',
  reports: () => '/app/reporting',
  vouchers: () => '/app/ccv/manage',
  picture: (hash: string) => `/pictures/${hash}`,
} as const

export function isInEmployerArea(pathname: string): boolean {
  const areas = [paths.dashboard(), paths.employeeData(), paths.reports(), paths.vouchers()]
  return areas.some((area) => `${pathname}/`.startsWith(area))
}
