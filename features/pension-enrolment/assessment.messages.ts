import type { JobholderCategory, AssessmentOutcome } from '../../domain/eligibility/enrolment-assessment.rules.ts'

export const categoryNames: Readonly<Record<JobholderCategory, string>> = {
  eligible: 'Eligible jobholder',
  'non-eligible': 'Non-eligible jobholder',
  entitled: 'Entitled worker',
  outside: 'Outside the age limits of the law',
}

export const outcomeNames: Readonly<Record<AssessmentOutcome, string>> = {
  enrolled: 'Enrolled',
  're-enrolled': 'Enrolled again',
  'opted-in': 'Opted in',
  joined: 'Joined',
  member: 'Already a member',
  postponed: 'Postponed',
  'may-opt-in': 'May opt in',
  'may-join': 'May join',
  outside: 'No duty',
  'opted-out': 'Opted out',
  left: 'Left the pension',
  'recently-left': 'Left within twelve months before re-enrolment: you decide',
  leaving: 'Has given notice of leaving: you decide',
  'before-portal': 'Eligible before the portal: see your earlier records',
  'no-price': 'Not enrolled: the contribution cannot be calculated',
}

export const categoryReasons: Readonly<Record<JobholderCategory, string>> = {
  eligible: 'Between 22 and State Pension age, with pay above the trigger (Pensions Act 2008, section 3)',
  'non-eligible':
    'Pay above the lower limit, and either pay up to the trigger or an age outside 22 to State Pension age (Pensions Act 2008, section 7)',
  entitled: 'Pay up to the lower limit (Pensions Act 2008, section 9)',
  outside: 'Under 16, or 75 or older (Pensions Act 2008, section 1)',
}

export const outcomeReasons: Readonly<Record<AssessmentOutcome, string>> = {
  enrolled: 'Enrolled from the first day of eligibility (Pensions Act 2008, section 3)',
  're-enrolled': 'Enrolled again on the re-enrolment date (Pensions Act 2008, section 5)',
  'opted-in': 'Asked to be enrolled (Pensions Act 2008, section 7)',
  joined: 'Asked to join (Pensions Act 2008, section 9)',
  member: 'Already an active member',
  postponed: 'The employer has postponed enrolment and assesses again on that day (Pensions Act 2008, section 4)',
  'may-opt-in': 'Is enrolled on request (Pensions Act 2008, section 7)',
  'may-join': 'Joins on request (Pensions Act 2008, section 9)',
  outside: 'The law gives no right to join',
  'opted-out': 'Opted out within the opt-out month, no duty until re-enrolment (Pensions Act 2008, section 8)',
  left: 'Left the pension, no duty until re-enrolment (Pensions Act 2008, sections 3 and 5)',
  'recently-left': 'Enrolment is the employer’s choice (Automatic Enrolment Regulations 2010, regulation 14)',
  leaving: 'Enrolment is the employer’s choice (Automatic Enrolment Regulations 2010, regulation 5B)',
  'before-portal': 'Enrolled, opted out or left before the portal. Re-enrolment applies (Pensions Act 2008, section 5)',
  'no-price': 'Data for calculating the contribution are missing',
}

export const assessmentColumns = {
  employeeNumber: 'Employee number',
  employee: 'Employee',
  from: 'From',
  to: 'To',
  age: 'Age',
  earnings: 'Pay in the period',
  trigger: 'Trigger',
  category: 'Category',
  outcome: 'Outcome',
  reason: 'Reason',
  postponedTo: 'Postponed to',
  informedOn: 'Letter sent',
  assessedOn: 'Assessed on',
} as const

export const assessmentMessages = {
  assessed: (days: string, period: string, age: number) =>
    `Assessed for ${days}, in the pay period ${period}, at the age of ${age}.`,
  pay: (earnings: string | null, each: string, trigger: string, lower: string) =>
    `${earnings === null ? 'No salary is known' : `Pay in the period is ${earnings}`}; the trigger for a ${each} is ${trigger}, and the lower limit ${lower}.`,
  days: (from: string, to: string) => `${from} to ${to}`,
  because: (name: string, reason: string) => `${name}: ${reason}.`,
  postponed: (name: string, to: string) => `${name} to ${to}`,
} as const
