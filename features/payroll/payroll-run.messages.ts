export const payrollRunMessages = {
  alreadyLocked: 'This payroll run is already locked. You will find its file under Reports',
  earlierRunOpen: 'An earlier run of this payroll is still open. Please lock that one first',
} as const
