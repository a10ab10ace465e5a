export type Day = { day: string; counts: number[] }

/** The labels of one or two lines: the main line first, then the line to compare it with. */
export type Series = readonly [string] | readonly [string, string]

export const tones = [
  { fill: 'bg-teal-solid', stroke: 'stroke-teal-solid' },
  { fill: 'bg-grey-solid', stroke: 'stroke-grey-solid' },
]

export const sumOf = (days: Day[], series: number) => days.reduce((total, { counts }) => total + counts[series]!, 0)
