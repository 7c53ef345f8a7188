/** Words around a file that is sent to the portal, or taken from it. */
export const fileMessages = {
  choose: 'Choose a file',
  another: 'Choose another file',
  drop: 'or drop it here',
  dropNow: 'Let go to choose this file',
  remove: 'Remove',
  chosen: (name: string, size: string) => `${name}, ${size}`,
  sending: (name: string) => `Sending ${name}`,
  wrongKind: (kinds: string) => `This kind of file cannot be read here. Please choose one that ends in ${kinds}`,
  onlyOne: 'Please choose one file at a time',
  problems: 'What has to be put right in the file',
  row: 'Row',
  column: 'Column',
  value: 'Value',
  rule: 'What is wrong',
  empty: '(empty)',
} as const
