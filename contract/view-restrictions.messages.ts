export const viewMessages = {
  notInView: 'Only the employee can do this. You are viewing the portal as this employee',
  employersOnly: 'Only employers can open this. You are viewing the portal as an employee',
} as const
