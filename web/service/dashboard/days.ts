/** A calendar day of the report. */
export type Day = { day: string; created: number; solved: number }

export const createdIn = (days: Day[]) => sum(days.map(({ created }) => created))
export const solvedIn = (days: Day[]) => sum(days.map(({ solved }) => solved))

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
