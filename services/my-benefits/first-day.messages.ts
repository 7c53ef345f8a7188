export const firstDayMessages = {
  notOffered: 'Please choose one of the days offered',
  born: (day: string, people: string) => `From ${day}, when ${people} was born`,
  bornTogether: (day: string, people: string) => `From ${day}, when ${people} were born`,
  joinedFamily: (day: string, people: string) => `From ${day}, when ${people} joined your family`,
  nextMonth: (day: string) => `From ${day}, the first day of next month`,
  today: (day: string) => `From today, ${day}`,
  event: (day: string) => `From ${day}, the day of your life event`,
  joining: (day: string) => `From ${day}, your first day of employment`,
  later: (day: string) => `From ${day}, the earliest day for this change`,
  keepsNextYear: (why: string, from: string) =>
    `${why}. Your choice for the year from ${from} stays, with any change to who is covered`,
  replacesNextYear: (why: string, from: string) =>
    `${why}. This choice replaces what you chose for the year from ${from}. Choose again for that year afterwards`,
  and: (all: string, last: string) => `${all} and ${last}`,
} as const
