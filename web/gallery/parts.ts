/** Every part of `ui/`, in the order of the gallery. A test compares this list with the folder. */
export const groups = {
  'What can be pressed': ['Button', 'Retry', 'Link', 'Menu', 'Tabs', 'Disclosure', 'Pagination', 'PreviousNext'],
  'What is filled in': [
    'Field',
    'TextField',
    'SearchField',
    'NumberField',
    'PasswordField',
    'PasswordRules',
    'NewPassword',
    'ChoosePassword',
    'DateOfBirthField',
    'CodeBoxes',
    'CodeForm',
    'SelectField',
    'TextArea',
    'Checkbox',
    'RadioCards',
    'Slider',
    'SliderField',
    'FileFormat',
    'FileUpload',
    'UploadProblems',
    'FormErrors',
  ],
  'What is said': ['Alert', 'Notices', 'States', 'Skeleton', 'Badge', 'Progress', 'ProgressBar', 'ProgressSteps'],
  'What is shown': [
    'DataTable',
    'BarChart',
    'DonutChart',
    'LineChart',
    'ChartFigure',
    'Money',
    'QrCode',
    'SafeHtml',
    'Icon',
    'Picture',
  ],
  'What holds the rest': ['Page', 'EntryCard', 'Breadcrumbs', 'Card', 'SidePanel', 'Dialog', 'ConfirmDialog'],
} as const satisfies Record<string, readonly string[]>

export type Part = (typeof groups)[keyof typeof groups][number]

export const parts: readonly Part[] = Object.values(groups).flat()
