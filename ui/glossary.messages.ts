export const explanations = {
  salarySacrifice: {
    title: 'Salary sacrifice',
    text: 'You agree to a lower salary, and your employer pays for the benefit instead. You pay no income tax and no National Insurance on the pay that you give up.',
  },
  paySwapped: {
    title: 'Pay given up for a taxed benefit',
    text: 'You agree to a lower salary, and your employer pays for the benefit instead. You pay no National Insurance on the pay that you give up. You still pay income tax, because the benefit is taxed.',
  },
  reliefAtSource: {
    title: 'Relief at source',
    text: 'You pay into your pension from pay that has been taxed already. Your pension provider then claims basic-rate tax back from HM Revenue and Customs and adds it to your pension.',
  },
  benefitInKind: {
    title: 'Benefit in kind',
    text: 'A benefit that is not money, such as medical insurance. You pay income tax on its value, usually through your tax code.',
  },
  p11d: {
    title: 'P11D',
    text: 'The form on which your employer tells HM Revenue and Customs each year what your taxed benefits were worth. You get a copy.',
  },
  freeCoverLimit: {
    title: 'Free cover limit',
    text: 'The amount of cover that the insurer gives without asking about your health. For more than this, it asks health questions first.',
  },
  medicalEvidence: {
    title: 'Medical evidence',
    text: 'Answers about your health, which the insurer asks for when you want more cover than its free cover limit. Until it accepts them, you are covered up to that limit.',
  },
  coreCover: {
    title: 'Core cover',
    text: 'Cover that your employer gives everyone and pays for. You have it without choosing anything.',
  },
  flexAllowance: {
    title: 'Flex allowance',
    text: 'An amount that your employer gives you each year to spend on benefits. Once it is spent, you pay the rest from your pay.',
  },
  takeHomePay: {
    title: 'Take-home pay',
    text: 'The pay that reaches your bank account, after tax, National Insurance, student loans and what you pay for benefits.',
  },
  annualAllowance: {
    title: 'Annual allowance',
    text: 'The most that you and your employer can pay into your pensions in a tax year before you may have to pay tax on it.',
  },
  moneyPurchaseAllowance: {
    title: 'Money purchase annual allowance',
    text: 'A lower annual allowance for people who have started to take money flexibly from a pension.',
  },
  personalAllowance: {
    title: 'Personal allowance',
    text: 'The part of your income in a tax year on which you pay no income tax. It gets smaller if your income is above £100,000.',
  },
  autoEnrolment: {
    title: 'Automatic enrolment',
    text: 'The law asks employers to put most employees into a pension. You can opt out, and are asked again about every three years.',
  },
} as const
